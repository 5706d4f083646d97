// What a match turned on, as the host tells it: docs/protocol.md. All numbers are points of lead, with their standard error.
import type { TableFacts, Values } from './frames';
import type { Table } from './table.svelte';

export interface Mean {
  value: number;
  error: number;
}
/** One sentence: `review.reason.<kind>`. */
export interface Reason {
  kind: 'points' | 'soon' | 'cost' | 'alike';
  /** Whose points or whose event; -1 the best rival's. */
  seat: number;
  /** A part of the scores or an event, by its key in the game's catalog. */
  key: string;
  /** Points, or of `soon` the share of the lines: how much more than with the other action. */
  more: Mean;
  values: Values;
}
export interface Moment {
  /** How many events had happened after it. */
  number: number;
  seat: number;
  kind: 'loss' | 'luck';
  points: Mean;
  action: string;
  best: string | null;
  /** The final lead of the better action, and of this one. */
  expected: Mean[];
  reasons: Reason[];
}
export interface Account {
  seat: number;
  start: Mean;
  luck: Mean;
  /** The part of the luck before the first decision. */
  set_up: Mean;
  own: Mean;
  rivals: Mean;
  rest: Mean;
  end: number;
  /** None where the match was played to its end; else the end is an estimate. */
  end_error: number;
  decisions: number;
  large: number;
  rate: Mean;
  adjusted: Mean;
}
export interface Found {
  seats: Account[];
  moments: Moment[];
  events: { seat: number; luck: Mean[]; loss: Mean | null }[];
  /** By position, then by seat. */
  curve: Mean[][];
}
export interface Progress {
  state: 'none' | 'working' | 'done' | 'failed';
  done: number;
  total: number;
  /** Whether everything was looked at once. */
  seen: boolean;
  review: Found | null;
}
export interface Verdict {
  action: string;
  best: string;
  loss: Mean;
  reasons: Reason[];
}

/** A match that is over, of one's own or played for everybody to see. */
export const reviewable = ({ status, public: open, host, seats }: TableFacts): boolean => (status === 'over' || status === 'record') && (open || host || seats.some((seat) => seat.yours));

/** Of so many, the largest first, those that somebody sees at a glance. */
export const SHOWN = 10;
export const PUZZLES = 3;

/** The costliest decisions of these seats. */
export const mistakes = (found: Found, seats: readonly number[]): Moment[] => found.moments.filter((one) => one.kind === 'loss' && seats.includes(one.seat)).slice(0, PUZZLES);

/** Where things lie on a chart: `x` by event count, `y` by points; the most that is shown above and below nothing. */
export interface Scale {
  top: number;
  x: (number: number) => number;
  y: (points: number) => number;
}
export function scale(found: Found, seat: number, last: number, width: number, height: number): Scale {
  const top = Math.max(1, ...found.curve.map((position) => Math.abs(position[seat]!.value))) * 1.1;
  return { top, x: (number) => (width * number) / Math.max(1, last), y: (points) => height * (0.5 - points / top / 2) };
}

/** Round whole numbers on both sides of nothing. */
export function ticks(top: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((one) => top / one <= 3.5) ?? 500;
  const most = Math.floor(top / step);
  return Array.from({ length: 2 * most + 1 }, (_, at) => (at - most) * step);
}

/** The course as two lines that make one: what decisions did, and what luck did. */
export function lines(found: Found, seat: number, { x, y }: Scale): { decided: string; drawn: string } {
  const made = { decided: '', drawn: '' };
  let before: string | undefined;
  for (let at = 1; at < found.curve.length; at++) {
    const kind = (found.events[at - 1]?.seat ?? 0) < 0 ? 'drawn' : 'decided';
    const from = `${x(at - 1).toFixed(1)} ${y(found.curve[at - 1]![seat]!.value).toFixed(1)}`;
    made[kind] += `${before === kind ? '' : `M${from}`}L${x(at).toFixed(1)} ${y(found.curve[at]![seat]!.value).toFixed(1)}`;
    before = kind;
  }
  return made;
}

/** Draws that brought this seat something worth an arrow, up or down. */
export const winds = (found: Found, seat: number): { number: number; points: number }[] =>
  found.events.map(({ luck }, at) => ({ number: at + 1, points: luck[seat]?.value ?? 0 })).filter(({ points }) => Math.abs(points) >= 0.5);

/** One reason, in the words of the game's catalog. */
export function sayReason(table: Table, { kind, seat, key, more, values }: Reason, written: (points: number) => string): string {
  if (kind === 'soon') return table.t('review.reason.soon', { ...values, event: table.t(key, { ...values, seat }) });
  const size = Math.abs(more.value);
  const part = key.replace('score.', 'by.');
  const by = key && (table.catalog.has(part) ? table.t(part) : table.t('review.reason.by', { part: table.t(key) }));
  return table.t(`review.reason.${kind === 'points' && seat < 0 ? 'rival' : kind}`, { seat, by, points: written(size), whole: Math.floor(size + 0.05), way: more.value > 0 ? 'more' : 'fewer' });
}
