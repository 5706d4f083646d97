// What the server says: docs/protocol.md, field by field. No rule of a game.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export type Values = Record<string, Json>;
export type Lang = 'en' | 'fr' | 'de';

export const OVER = -2;
export const ONLOOKER = -3;

/** One thing that happened, as this reader may know it. */
export interface Told {
  key: string;
  seat: number;
  values: Values;
  cells: string[];
  points?: number;
}

/** One event of the log with what was told of it. */
export interface Event {
  at: number;
  seat: number;
  told: Told[];
}

export interface Score {
  total: number;
  parts: [string, number][];
}

export interface Problem {
  key: string;
  values: Values;
  clause: string;
  cells: string[];
  sentence: string;
}

export interface Seat {
  seat: number;
  kind: 'person' | 'bot' | 'open';
  name: string;
  level: string | null;
  stand_in: string | null;
  connected: boolean;
  yours: boolean;
}

/** The facts of a table: who sits where, and how it stands. */
export interface TableFacts {
  code: string;
  game: string;
  title: string;
  /** Whether the server still has this game. */
  installed: boolean;
  edition: number;
  options: Record<string, boolean | string>;
  status: 'open' | 'playing' | 'over' | 'record';
  public: boolean;
  practice: boolean;
  seats: Seat[];
  watchers: number;
  created: number;
  /** When the last action was stored. */
  moved: number | null;
  host: boolean;
  serial: number;
  turn: number | null;
  given: number;
  fair: { commitment: string; seed: string | null };
  asked: { seat: number; to: number; agreed: number[]; missing: number[] } | null;
  rematch: string | null;
}

export interface Frame<View = Json> {
  serial: number;
  game: string;
  at: number;
  since: number;
  reader: number;
  turn: number;
  view: View;
  actions: string[];
  news: Event[];
  scores: Score[];
  ranking: number[];
  undo: boolean;
  back: number | null;
  table: TableFacts;
  /** Where pictures were asked for: this view as an SVG of the game's own, null where it draws none. */
  picture?: string | null;
}

export interface Preview {
  action: string;
  told: Told[];
  points: number;
}

/** What a bot thinks of an action: the lead in points it expects at the end. */
export interface Thought {
  action: string;
  visits: number;
  margin: number;
  reasons: { key: string; points: number }[];
}

export interface Line {
  number: number;
  seat: number;
  name: string;
  text: string;
  time: number;
}

export interface OptionFacts {
  name: string;
  title: string;
  about: string;
  clause: string;
  default: boolean | string;
  values: { value: boolean | string; about: string }[];
}

export interface GameFacts {
  name: string;
  title: string;
  edition: number;
  seats: number[];
  about: string;
  /** Whether the game draws its positions by itself. */
  picture: boolean;
  options: OptionFacts[];
}

export interface Games {
  protocol: number;
  version: string;
  languages: Lang[];
  levels: string[];
  games: GameFacts[];
}

export type FromServer =
  | { type: 'hello'; protocol: number; reader: number; seats: number[]; chat: Line[] }
  | ({ type: 'frame' } & Frame)
  | { type: 'table'; table: TableFacts }
  | { type: 'chat'; lines: Line[] }
  | { type: 'ack'; id: string; serial: number }
  | { type: 'refused'; id: string | null; problem: Problem }
  | { type: 'pong' };

/** The new value, with every part that is as it was before being the same object: what did not change is not drawn again. */
export function shared<T>(before: unknown, after: T): T;
export function shared(before: Json, after: Json): Json {
  if (typeof after !== 'object' || typeof before !== 'object' || !after || !before || Array.isArray(after) !== Array.isArray(before)) return after;
  const names = Object.keys(after);
  let same = names.length === Object.keys(before).length;
  for (const name of names) {
    after[name] = shared(before[name], after[name]);
    same &&= after[name] === before[name] && name in before;
  }
  return same ? before : after;
}

/** The history after a frame: what it tells replaces everything from `since` on. */
export function remember(history: Event[], frame: Pick<Frame, 'since' | 'news'>): Event[] {
  return [...history.filter((event) => event.at < frame.since), ...frame.news];
}

/** The size of a picture, as its view box has it, for the styles of what it is shown in. */
export function sizeOf(picture: string | null | undefined): string {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(picture ?? '') ?? [];
  return `--wide: ${Number(width) || 1}; --high: ${Number(height) || 1}`;
}
