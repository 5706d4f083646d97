// An action and its words, spoken: the button says what it will do.
import type { Table } from './table.svelte';

/** The text of the button for this action: the game's `do.<verb>`, filled by the game's look or by the words themselves, `{1}` the second; or else its words.
 * In a list, where nobody sees which piece is meant, `list.<verb>` where the game has it. */
export function sayAction(table: Table, action: string, listed = false): string {
  const words = action.split(' ');
  const key = [`list.${words[0]}`, `do.${words[0]}`].slice(listed ? 0 : 1).find((one) => table.catalog.has(one));
  const said = key ? table.t(key, table.look?.values?.(action, table.view, table) ?? { ...words }) : '{';
  return said.includes('{') ? words.map((word) => speak(table, word)).join(' ') : said; // what cannot be filled is not shown
}

/** Several actions, told apart: where two would sound the same, their words follow. */
export function sayEach(table: Table, actions: readonly string[]): string[] {
  const said = actions.map((action) => sayAction(table, action, true));
  const more = (action: string) => action.split(' ').slice(1).map((word) => speak(table, word));
  return said.map((text, at) => (said.indexOf(text) === said.lastIndexOf(text) ? text : `${text} (${more(actions[at]!).join(', ')})`));
}

/** What a list calls all actions with this first word: `kind.<verb>` up to its colon, behind which stands how one types it. */
export function sayKind(table: Table, verb: string): string {
  const key = `kind.${verb}`;
  return table.catalog.has(key) ? table.t(key).split(/\s*:/)[0]! : '';
}

/** One word: as the game's look names it, as the catalog says it, or as it is spelled. */
export function speak(table: Table, pick: string): string {
  const word = pick.replace(/@\d+$/, '');
  const named = table.look?.names?.(word, table);
  if (named) return named;
  return table.catalog.has(`word.${word}`) ? table.t(`word.${word}`) : word;
}

/** Which kind of thing is to be chosen: as the game says it in this phase, or a piece or a place, or a sentence where there is nothing to point at. */
export function toChoose(table: Table): string {
  const key = `choose.${table.view?.phase}`;
  const bare = table.look?.pictures && !table.frame?.picture?.includes(' data-word=');
  return table.t(table.catalog.has(key) ? key : bare ? 'web.table.choose_one' : 'web.table.choose');
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
