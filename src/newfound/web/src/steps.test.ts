import { expect, test } from 'vitest';
import { roundAt, step } from './steps';

const course = { turns: [4, 9, 15, 20], rounds: [{ at: 4, round: 1 }, { at: 15, round: 2 }] };

test('by event, and no further than the ends', () => {
  expect(step(course, 'event', 7, 1, 24)).toBe(8);
  expect(step(course, 'event', 0, -1, 24)).toBe(0);
  expect(step(course, 'event', 24, 1, 24)).toBe(24);
});

test('by turn and round: to where the next begins, back to where this or the one before did', () => {
  expect([0, 4, 5, 20].map((at) => step(course, 'turn', at, 1, 24))).toEqual([4, 9, 9, 24]);
  expect([4, 5, 9, 24].map((at) => step(course, 'turn', at, -1, 24))).toEqual([0, 4, 4, 20]);
  expect([0, 4, 15].map((at) => step(course, 'round', at, 1, 24))).toEqual([4, 15, 24]);
  expect(step(course, 'round', 16, -1, 24)).toBe(15);
});

test('which round it is', () => {
  expect([3, 4, 14, 15].map((at) => roundAt(course, at))).toEqual([undefined, 1, 1, 2]);
});
