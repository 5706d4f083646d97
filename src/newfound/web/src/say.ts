// An action and its words, spoken: the button says what it will do.
import type { Table } from './table.svelte';

/** The text of the button for this action: the game's `do.<verb>`, or else its words. */
export function sayAction(table: Table, action: string): string {
  const [verb = ''] = action.split(' ');
  const key = `do.${verb}`;
  if (!table.catalog.has(key)) return action.split(' ').map((word) => speak(table, word)).join(' ');
  return table.t(key, table.look?.values?.(action, table.view) ?? {});
}

/** One word: as the catalog says it, or as it is spelled. */
export function speak(table: Table, word: string): string {
  return table.catalog.has(`word.${word}`) ? table.t(`word.${word}`) : word;
}

/** Which kind of thing is to be chosen: as the game says it in this phase, or a piece or a place. */
export function toChoose(table: Table): string {
  const key = `choose.${table.view?.phase}`;
  return table.t(table.catalog.has(key) ? key : 'web.table.choose');
}

const asks = (table: Table) => table.look?.asks?.(table.view, table.frame?.actions ?? []) ?? table.view?.phase;

/** What is expected now, in one sentence. */
export function expected(table: Table): string {
  const key = `expect.${asks(table)}`;
  return table.catalog.has(key) ? table.t(key, table.view) : '';
}

/** That the reader is to act: it is their turn, or as the game says it. */
export function yours(table: Table): string {
  const key = `yours.${asks(table)}`;
  return table.t(table.catalog.has(key) ? key : 'web.table.yours', table.view);
}
