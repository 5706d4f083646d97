// Who won, in words: for the sheet at the end, the cards of the first page, and the picture that is shared.
import { app } from './app.svelte';
import type { Score, TableFacts } from './frames';
import type { Table } from './table.svelte';

/** The seats of the first place. */
export const winners = (ranking: readonly number[]): number[] => ranking.flatMap((place, seat) => (place === 1 ? [seat] : []));

/** "You win", where one of the first is the only one who looks; else their names. */
export function wonBy(ranking: readonly number[], players: readonly string[], own: readonly number[]): string {
  const first = winners(ranking);
  const mine = own.length === 1 && first.includes(own[0]!);
  const names = first.map((seat) => players[seat]).join(', ');
  return app.t(`web.end.${mine ? 'you' : 'they'}_${first.length > 1 ? 'share' : 'win'}`, { names });
}

/** By how much: the points of the first, and the lead over whoever comes next. */
export function lead(ranking: readonly number[], scores: readonly Score[], players: readonly string[]): string {
  const [first] = winners(ranking);
  const points = scores[first!]?.total ?? 0;
  const next = scores.map((score, seat) => ({ seat, total: score.total })).filter(({ seat }) => ranking[seat]! > 1);
  next.sort((a, b) => ranking[a.seat]! - ranking[b.seat]!);
  if (!next[0]) return app.t('web.end.all', { points });
  const more = points - next[0].total;
  return app.t(more > 0 ? 'web.end.ahead' : 'web.end.level', { points, more, name: players[next[0].seat] ?? '' });
}

/** Of a match that was not played to its end: that, for nobody has won. */
export function stopped({ ended, seats }: Pick<TableFacts, 'ended' | 'seats'>): string {
  const alone = seats.filter((seat) => seat.kind === 'person').length < 2;
  return ended === 'nobody' ? app.t('web.end.nobody') : app.t(alone ? 'web.end.early' : 'web.end.agreed');
}

export function headline(table: Table, own: readonly number[]): { first: number[]; title: string; more: string } {
  const { ranking = [], scores = [], table: facts } = table.frame ?? {};
  if (facts?.ended) return { first: [], title: stopped(facts), more: app.t('web.end.as_it_stands') };
  return { first: winners(ranking), title: wonBy(ranking, table.players, own), more: lead(ranking, scores, table.players) };
}
