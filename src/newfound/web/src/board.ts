// The contract between the shell and a game's folder web/: docs/web.md.
import type { Component } from 'svelte';
import type { Json, Told, Values } from './frames';
import type { Table } from './table.svelte';

/** What web/Board.svelte, web/Tray.svelte and web/Side.svelte of a game are given; `View` is of the game's view.gen.ts. */
export interface BoardProps<View = Json> {
  table: Table<View>;
}

/** web/table.ts of a game, its default export. */
export interface Look<View = Json> {
  Board: Component<BoardProps<View>>;
  /** What the player holds: below the board, beside the button. */
  Tray?: Component<BoardProps<View>>;
  /** What everybody may look up (remaining tiles, charters): in the side column, behind a tab on a phone. */
  Side?: Component<BoardProps<View>>;
  /** On a wide screen the board has room for what `Side` shows, and shows it itself. */
  sideOnBoard?: boolean;
  /** A small drawing (1 em high or so) of the piece that a piece of news is about: at the end of its line in the log. */
  Sign?: Component<{ told: Told; view: View }>;
  /** Values of news that are codes (a tile), as they are called instead; the log puts the `Sign` there. */
  named?: (told: Told, table: Table<View>) => Values;
  /** The board is the game's own picture: frames bring it. */
  pictures?: boolean;
  /** Whether seats see different things, so that one device passed round needs a curtain between seats. */
  secrets: boolean;
  /** Of several actions left, the one to show first (a tile as it is turned now, face up before face down); the rest stay one click away. */
  prefer?: (left: readonly string[], picked: readonly string[], view: View) => string | undefined;
  /** Words that nothing on the table carries (`up`, `down`): offered beside the button. */
  chips?: readonly string[];
  /** What is left undone without a thought, such as moving a figure: who could do nothing else is not asked whether they are sure. */
  idle?: (action: string) => boolean;
  /** Which `expect.<…>` of the game's catalog says what is expected now; by default that of the phase. */
  asks?: (view: View, actions: readonly string[]) => string | undefined;
  /** What fills `do.<first word of the action>` in the game's catalog, the text of the button; by default the words, `{1}` the second. */
  values?: (action: string, view: View, table: Table<View>) => Values;
  /** What a word of an action is called in a list, where the catalog's `word.<word>` does not say it: a tile by its edges. */
  names?: (word: string, table: Table<View>) => string | undefined;
}

/** web/home.ts of a game, its default export: its place on the map of the first page. */
export interface Place {
  /** 0 to 100 from the left, 0 to 100 from the top of the map; without it, or where another lies already, below the map. */
  at?: [number, number];
  /** A drawing in a view box of 200 x 150. */
  Picture: Component;
  /** How long a match takes, in minutes. */
  minutes: [number, number];
  /** Numbers of players that can be chosen though the printed rules do not know them. */
  unofficial?: readonly number[];
}

/** web/Mini.svelte of a game, where it has one: a match as a small picture, drawn from what an onlooker sees. */
export interface MiniProps<View = Json> {
  view: View;
}

// A folder that begins with _ is there to be copied and no game.
const looks = import.meta.glob<{ default: Look }>(['../../games/*/web/table.ts', '!../../games/_*/**']);
const minis = import.meta.glob<{ default: Component<MiniProps> }>(['../../games/*/web/Mini.svelte', '!../../games/_*/**']);
const places = import.meta.glob<{ default: Place }>(['../../games/*/web/home.ts', '!../../games/_*/**'], { eager: true });

const folder = (game: string) => `../../games/${game.replaceAll('-', '_')}/web`;

/** A game's own look, or that of a game shown by its picture: one without `web/`, or from elsewhere than the folder of games. */
export async function lookOf(game: string): Promise<Look> {
  return (await (looks[`${folder(game)}/table.ts`] ?? (() => import('./pictured/look')))()).default;
}

export function miniOf(game: string): Promise<Component<MiniProps>> | undefined {
  return minis[`${folder(game)}/Mini.svelte`]?.().then((found) => found.default);
}

/** The numbers of players of the printed rules, fewest first. */
export function official(game: string, seats: readonly number[]): number[] {
  return seats.filter((n) => !placeOf(game)?.unofficial?.includes(n));
}

export function placeOf(game: string): Place | undefined {
  return places[`${folder(game)}/home.ts`]?.default;
}
