import type { Look } from '$shell/board';
import Board from './Board.svelte';
import Side from './Side.svelte';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import { asks, prefer, values, type View } from './view';

const idle = (action: string) => action.startsWith('move ');

export default { Board, Tray, Side, sideOnBoard: true, Sign, secrets: false, prefer, idle, asks, values } satisfies Look<View>;
