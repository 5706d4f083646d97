import { expect, test } from 'vitest';
import { monthOf, sums, type Played } from './numbers';

const mean = (value: number) => ({ value, error: 0 });
const one = (month: number, lead: number, names: string[], decisions = 0, rate = 0): Played => ({
  code: `${month}${lead}`,
  time: new Date(2030, month, 15).getTime() / 1000,
  seat: 0,
  score: 10,
  lead,
  place: lead > 0 ? 1 : 2,
  against: names.map((name) => ({ name, level: null })),
  review: decisions ? { decisions, rate: mean(rate), luck: mean(2), adjusted: mean(lead - 2), large: 0 } : null,
});

test('months add up what was played in them, and decisions weigh alike', () => {
  const found = sums([one(0, 4, ['Bob'], 10, 0.4), one(0, -2, ['Cid'], 30, 0.2), one(1, 7, ['Bob'])], ({ time }) => [monthOf(time)]);
  expect(found.map(({ key, matches, won }) => [key, matches, won])).toEqual([['2030-01', 2, 1], ['2030-02', 1, 1]]);
  expect(found[0]).toMatchObject({ lead: 1, reviewed: 2, luck: 2, adjusted: -1 });
  expect(found[0]!.rate).toBeCloseTo(0.25);
  expect(found[1]).toMatchObject({ reviewed: 0, rate: 0, luck: 0 });
});

test('a match counts once for everybody it was against', () => {
  const found = sums([one(0, 4, ['Bob', 'Cid', 'Bob'])], ({ against }) => against.map(({ name }) => name));
  expect(found.map(({ key, matches }) => [key, matches])).toEqual([['Bob', 1], ['Cid', 1]]);
});
