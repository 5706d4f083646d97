// Turning the tile in hand: only as it can be laid, on the cell that is looked at or anywhere.
import type { Table } from '$shell/table.svelte';
import { nextTurn, turnsOn } from './words';

const isCell = (word: string) => word.includes(',');
const isTurn = (word: string) => /^r[0-3]$/.test(word);

/** The action `lay` that is shown, as cell and turn. */
export function ghost(table: Table): { cell: string; turn: string } | undefined {
  const [verb, cell, turn] = table.shown?.split(' ') ?? [];
  return verb === 'lay' ? { cell: cell!, turn: turn! } : undefined;
}

/** How the tile in hand is turned now. */
export const turnNow = (table: Table): string => ghost(table)?.turn ?? table.picked.find(isTurn) ?? turnsOn(table.actions)[0] ?? 'r0';

export function turn(table: Table, step = 1): void {
  const cell = ghost(table)?.cell ?? table.picked.find(isCell);
  const to = nextTurn(turnsOn(table.actions, cell), turnNow(table), step);
  if (to) table.choose(...(cell ? [cell, to] : [to]));
}

/** One turn for each eighth of a circle that two fingers go round, the next after a quarter more. */
export function twist(act: (step: number) => void): (touches: ArrayLike<{ clientX: number; clientY: number }>) => void {
  let from: number | undefined;
  return (touches) => {
    const [one, other] = [touches[0], touches[1]];
    if (touches.length !== 2 || !one || !other) {
      from = undefined;
      return;
    }
    const angle = Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX);
    from ??= angle;
    const way = Math.atan2(Math.sin(angle - from), Math.cos(angle - from));
    if (Math.abs(way) < Math.PI / 4) return;
    act(Math.sign(way));
    from += (Math.sign(way) * Math.PI) / 2;
  };
}

/** One turn for each notch of the wheel, however finely it reports. */
export function wheel(act: (step: number) => void): (event: WheelEvent) => void {
  let sum = 0;
  let last = 0;
  return (event) => {
    event.preventDefault();
    if (event.timeStamp - last > 300) sum = 0;
    last = event.timeStamp;
    sum += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
    if (Math.abs(sum) < 50) return;
    act(Math.sign(sum));
    sum = 0;
  };
}
