// My matches of a game over time: added up by month, and by who they were against.
import type { Mean } from './review';

export interface Played {
  code: string;
  time: number;
  seat: number;
  score: number;
  lead: number;
  place: number;
  against: { name: string; level: string | null }[];
  review: { decisions: number; rate: Mean; luck: Mean; adjusted: Mean; large: number } | null;
}
export interface Sum {
  key: string;
  matches: number;
  won: number;
  /** Mean points of lead. */
  lead: number;
  /** How many of them have a review; what follows is of those. */
  reviewed: number;
  /** Points lost for each decision. */
  rate: number;
  luck: number;
  adjusted: number;
}

export const monthOf = (seconds: number): string => {
  const day = new Date(seconds * 1000);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;
};

/** Added up under one or more names each; in the order in which the names come up. */
export function sums(played: readonly Played[], keys: (one: Played) => readonly string[]): Sum[] {
  const among = new Map<string, Played[]>();
  for (const one of played) for (const key of new Set(keys(one))) among.set(key, [...(among.get(key) ?? []), one]);
  return [...among].map(([key, all]) => {
    const reviews = all.flatMap(({ review }) => (review ? [review] : []));
    const decisions = total(reviews, (one) => one.decisions);
    return {
      key,
      matches: all.length,
      won: all.filter(({ place }) => place === 1).length,
      lead: total(all, (one) => one.lead) / all.length,
      reviewed: reviews.length,
      rate: total(reviews, (one) => one.rate.value * one.decisions) / Math.max(1, decisions),
      luck: total(reviews, (one) => one.luck.value) / Math.max(1, reviews.length),
      adjusted: total(reviews, (one) => one.adjusted.value) / Math.max(1, reviews.length),
    };
  });
}
const total = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);
