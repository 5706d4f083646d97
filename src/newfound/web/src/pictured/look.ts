// The look of every game that brings none: its picture, what can be done in sentences, and the position in words.
import type { Look } from '../board';
import Choices from '../parts/Choices.svelte';
import Board from './Board.svelte';
import Facts from './Facts.svelte';

export default { Board, Tray: Choices, Side: Facts, pictures: true, secrets: true } satisfies Look;
