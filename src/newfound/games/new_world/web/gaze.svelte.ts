// Which feature is looked at: the board, the tray and the list at the side show the same one.
import type { Table } from '$shell/table.svelte';

class Gaze {
  /** Its number in view.features. */
  feature = $state<number>();
}

const gazes = new WeakMap<Table, Gaze>();

export function gazeOf(table: Table): Gaze {
  let gaze = gazes.get(table);
  if (!gaze) gazes.set(table, (gaze = new Gaze()));
  return gaze;
}
