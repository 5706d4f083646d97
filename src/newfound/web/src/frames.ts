// What the server says: docs/protocol.md, field by field. No rule of a game.
import type { Reason } from './review';

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
  /** Of the points of a count, those that only the end would bring. */
  due?: number;
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
  /** Why a bot plays for somebody: they left, are away, resigned; or somebody else may take the seat. */
  gone: 'left' | 'away' | 'resigned' | 'freed' | null;
  /** Of somebody who is not here, or over days whose turn it is: how many seconds they are still waited for. */
  wait: number | null;
  connected: boolean;
  yours: boolean;
  /** Ready to begin. */
  ready: boolean;
  host: boolean;
  /** Moved from here to another device, and can be fetched back. */
  lent: boolean;
}

/** What somebody asks of the others: to go back to an event, to end the match, to give the seat `of` to somebody else. */
export interface Asked {
  kind: 'back' | 'end' | 'replace';
  seat: number;
  serial: number;
  to: number | null;
  of: number | null;
  agreed: number[];
  missing: number[];
  until: number;
}

/** Something that happened at the table beside the match, after so many events. */
export interface Note {
  serial: number;
  at: number;
  kind: string;
  seat: number;
  value: number;
  note: string | null;
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
  /** Why, where it was not played to its end. */
  ended: 'agreed' | 'nobody' | null;
  given: number;
  fair: { commitment: string; seed: string | null };
  asked: Asked | null;
  rematch: string | null;
  /** How often the host has changed what is to be played. */
  plan: number;
  /** Seconds until somebody else may be host; null while the host is here. */
  host_in: number | null;
  /** Who may write: people at the table, and onlookers while nobody is playing; all; or nobody. */
  talk: 'usual' | 'all' | 'closed';
  may_talk: boolean;
  /** Who invites this person to sit down here. */
  invited: string | null;
  /** For those who sit there: who was asked and does not. */
  invitations: { name: string; state: 'invited' | 'declined' }[];
  /** At a table over days: days for a decision, since and until when whoever's turn it is has time, and how many they took in addition. */
  days: { pace: number; since: number | null; due: number | null; holiday: number } | null;
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
  /** The scores if the match ended now; none once it is over. */
  standing: Score[];
  ranking: number[];
  /** Where the scores come from, as they stand and at the end: its sentences name the thing, not the player. */
  reckoning: Told[];
  undo: boolean;
  back: number | null;
  /** The last of what happened beside the match. */
  notes: Note[];
  table: TableFacts;
  /** Where pictures were asked for: this view as an SVG of the game's own, null where it draws none. */
  picture?: string | null;
}

/** Something that can still come: how likely it is, by the number of draws. */
export interface Chance {
  key: string;
  values: Values;
  cells: string[];
  likely: Record<string, number>;
}

/** What the coach has to say, and the clause it is about. */
export interface Advice {
  key: string;
  clause: string;
  values: Values;
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
}

/** What a bot would do, what it thinks of the best few, and why the first of them is better than the second. */
export interface Hint {
  action: string;
  thoughts: Thought[];
  reasons: Reason[];
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
  /** Proposed to whoever plays for the first time. */
  first: boolean | string;
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
  /** Whether there are lessons. */
  lessons: boolean;
  odds: boolean;
  /** Interpreted, levels that search see less far. */
  compiled: boolean;
  coach: boolean;
  options: OptionFacts[];
}

export interface Games {
  address: string | null;
  /** Where the folder lies that plays without a server. */
  site: string | null;
  protocol: number;
  version: string;
  languages: Lang[];
  levels: string[];
  /** Bots who play like the level below the best, each in a way of its own. */
  characters: string[];
  games: GameFacts[];
}

export type FromServer =
  | { type: 'hello'; protocol: number; reader: number; seats: number[]; chat: Line[] }
  | ({ type: 'frame' } & Frame)
  | { type: 'table'; table: TableFacts }
  | { type: 'chat'; lines: Line[] }
  | { type: 'ack'; id: string; serial: number }
  | { type: 'refused'; id: string | null; problem: Problem }
  | { type: 'nudge'; seat: number; to: number }
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
