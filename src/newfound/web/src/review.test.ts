import { describe, expect, test } from 'vitest';
import { lines, mistakes, scale, ticks, winds, type Found } from './review';

const mean = (value: number) => ({ value, error: 0.1 });
const moment = (number: number, seat: number, kind: 'loss' | 'luck', value: number) => ({ number, seat, kind, points: mean(value), action: 'a', best: 'b', expected: [], reasons: [] });
const found: Found = {
  seats: [],
  moments: [moment(2, 0, 'loss', -4), moment(1, 0, 'luck', 3), moment(4, 1, 'loss', -2), moment(3, 0, 'loss', -1)],
  events: [
    { seat: -1, luck: [mean(3), mean(-3)], loss: null },
    { seat: 0, luck: [], loss: mean(4) },
    { seat: 0, luck: [], loss: mean(1) },
    { seat: -1, luck: [mean(0.2), mean(-0.2)], loss: null },
  ],
  curve: [0, 3, -1, -2, -1.8].map((value) => [mean(value), mean(-value)]),
};

describe('the chart of a review', () => {
  test('luck and decisions are two lines that make one', () => {
    const made = lines(found, 0, scale(found, 0, 4, 400, 100));
    expect(made.drawn.match(/M/g)).toHaveLength(2);
    expect(made.decided.match(/M/g)).toHaveLength(1);
    const joints = (path: string) => path.split(/[ML]/).filter(Boolean);
    expect(joints(made.decided)[0]).toBe(joints(made.drawn)[1]);
    expect(joints(made.decided).at(-1)).toBe(joints(made.drawn)[2]);
  });
  test('more is higher, and all of it is on the paper', () => {
    const { y } = scale(found, 0, 4, 400, 100);
    expect(y(3)).toBeLessThan(y(0));
    expect(y(0)).toBe(50);
    for (const [worth] of found.curve) {
      expect(y(worth!.value)).toBeGreaterThan(0);
      expect(y(worth!.value)).toBeLessThan(100);
    }
  });
  test('an arrow for each draw that brought something', () => {
    expect(winds(found, 1)).toEqual([{ number: 1, points: -3 }]);
  });
  test('ticks are round, on both sides of nothing, and few', () => {
    for (const top of [1, 3.3, 7, 24, 90, 700]) {
      expect(ticks(top)).toContain(0);
      expect(ticks(top).length).toBeLessThanOrEqual(7);
    }
    expect(ticks(3.3)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  });
});

test('mistakes are my own decisions, the costliest first', () => {
  expect(mistakes(found, [0]).map((one) => one.number)).toEqual([2, 3]);
  expect(mistakes(found, [])).toEqual([]);
});
