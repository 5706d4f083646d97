// The contract between the shell and a game's folder web/: docs/web.md.
import type { Component } from 'svelte';
import type { Json, Values } from './frames';
import type { Table } from './table.svelte';

/** What web/Board.svelte, web/Tray.svelte and web/Side.svelte of a game are given. */
export interface BoardProps {
  table: Table;
}

/** web/table.ts of a game, its default export. */
export interface Look {
  Board: Component<BoardProps>;
  /** What the player holds: below the board, beside the button. */
  Tray?: Component<BoardProps>;
  /** What everybody may look up (remaining tiles, charters): in the side column, behind a tab on a phone. */
  Side?: Component<BoardProps>;
  /** Whether seats see different things, so that one device passed round needs a curtain between seats. */
  secrets: boolean;
  /** Of several actions left, the one to show first (a tile as it is turned now, face up before face down); the rest stay one click away. */
  prefer?: (left: readonly string[], picked: readonly string[], view: Json) => string | undefined;
  /** Words that nothing on the table carries (`up`, `down`): offered beside the button. */
  chips?: readonly string[];
  /** What fills `do.<first word of the action>` in the game's catalog, the text of the button. */
  values?: (action: string, view: Json) => Values;
}

/** web/home.ts of a game, its default export: its place on the map of the first page. */
export interface Place {
  /** 0 to 100 from the left, 0 to 100 from the top of the map. */
  at: [number, number];
  /** A drawing in a view box of 200 x 150. */
  Picture: Component;
  /** How long a match takes, in minutes. */
  minutes: [number, number];
}

const looks = import.meta.glob<{ default: Look }>('../../games/*/web/table.ts');
const places = import.meta.glob<{ default: Place }>('../../games/*/web/home.ts', { eager: true });

const folder = (game: string) => `../../games/${game.replaceAll('-', '_')}/web`;

/** A game's own look, or undefined where its folder has none yet. */
export async function lookOf(game: string): Promise<Look | undefined> {
  return (await looks[`${folder(game)}/table.ts`]?.())?.default;
}

export function placeOf(game: string): Place | undefined {
  return places[`${folder(game)}/home.ts`]?.default;
}
