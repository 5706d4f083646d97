import type { Look } from '$shell/board';
import Board from './Board.svelte';
import Tray from './Tray.svelte';
import type { View } from './view.gen';

export default { Board, Tray, secrets: true } satisfies Look<View>;
