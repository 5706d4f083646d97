import { expect, test } from 'vitest';
import type { TableFacts } from './frames';
import { codeOf, sorted } from './matches';

test('a code is read whatever its case and blanks, and out of a link', () => {
  expect(['k7m2xq9d', ' K7M2 XQ9D ', 'K7M2-XQ9D', 'https://play.example/t/k7m2xq9d/replay?at=3'].map(codeOf)).toEqual(Array(4).fill('k7m2xq9d'));
  expect(codeOf(' … ')).toBe('');
});

test('what is mine to move comes first, what is over last', () => {
  const table = (code: string, status: string, turn: number | null, moved: number) => ({ code, status, turn, moved, created: 0, seats: [{ seat: 0, yours: true }, { seat: 1, yours: false }] }) as TableFacts;
  const tables = [table('over', 'over', -2, 9), table('theirs', 'playing', 1, 8), table('old', 'playing', 0, 1), table('mine', 'playing', 0, 2), table('open', 'open', null, 3)];
  expect(sorted(tables).map((one) => one.code)).toEqual(['mine', 'old', 'theirs', 'open', 'over']);
});

test('of what is mine to move, what is due soonest comes first', () => {
  const table = (code: string, due: number | null) => ({ code, status: 'playing', turn: 0, moved: 5, created: 0, seats: [{ seat: 0, yours: true }], days: due && { pace: 1, since: 0, due, holiday: 0 } }) as TableFacts;
  expect(sorted([table('live', null), table('later', 9), table('soon', 2)]).map((one) => one.code)).toEqual(['soon', 'later', 'live']);
});
