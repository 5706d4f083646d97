import type { Look } from '$shell/board';
import Board from './Board.svelte';
import Side from './Side.svelte';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { View } from './view.gen';
import { names } from './spoken';
import { prefer, values } from './words';

export default { Board, Tray, Side, Sign, secrets: false, prefer, values, names } satisfies Look<View>;
