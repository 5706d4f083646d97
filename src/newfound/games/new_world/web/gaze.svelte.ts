// Which feature is looked at: the board, the tray and the list at the side show the same one.
import type { Table } from '$shell/table.svelte';

class Gaze {
  /** Its number in view.features. */
  feature = $state<number>();
  /** The hole that is looked at. */
  hole = $state<string>();
  /** The one that the map shall show, named anew with every wish. */
  sought = $state.raw<{ feature: number }>();
}

const gazes = new WeakMap<Table, Gaze>();

export function gazeOf(table: Table): Gaze {
  let gaze = gazes.get(table);
  if (!gaze) gazes.set(table, (gaze = new Gaze()));
  return gaze;
}
