import type { Look } from '$shell/board';
import Board from './Board.svelte';
import Tray from './Tray.svelte';

export default { Board, Tray, secrets: true } satisfies Look;
