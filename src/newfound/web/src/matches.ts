// The list of one's matches, and the codes that lead to one.
import type { TableFacts } from './frames';

export const isOver = (facts: TableFacts): boolean => facts.status === 'over' || facts.status === 'record';

/** Whether one of its seats that are mine is to move, and I am to move it. */
export const isMine = (facts: TableFacts): boolean => facts.seats.some((seat) => seat.yours && !seat.stand_in && seat.seat === facts.turn);

/** What is mine to move, what has to be done soonest first; what others are at or who is waited for, what is over: the last moved first. */
export function sorted(tables: readonly TableFacts[]): TableFacts[] {
  const rank = (facts: TableFacts) => (isOver(facts) ? 2 : isMine(facts) ? 0 : 1);
  const when = (facts: TableFacts) => facts.moved ?? facts.created;
  const due = (facts: TableFacts) => (rank(facts) === 0 ? (facts.days?.due ?? Infinity) : 0);
  const sooner = (a: number, b: number) => (a === b ? 0 : a - b); // endless less endless is no number
  return [...tables].sort((a, b) => rank(a) - rank(b) || sooner(due(a), due(b)) || when(b) - when(a));
}

/** The code in what somebody typed or pasted, whatever its case, blanks and dashes, or in a link; empty where there is none. */
export function codeOf(text: string): string {
  const typed = /\/t\/(\w+)/.exec(text)?.[1] ?? text;
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '').slice(0, 16);
}
