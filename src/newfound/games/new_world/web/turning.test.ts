import { expect, test } from 'vitest';
import { twist } from './turning';

const fingers = (degrees: number) => {
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [
    { clientX: 100 - 50 * x, clientY: 100 - 50 * y },
    { clientX: 100 + 50 * x, clientY: 100 + 50 * y },
  ];
};

function steps(...degrees: (number | undefined)[]): number[] {
  const found: number[] = [];
  const feel = twist((step) => found.push(step));
  for (const one of degrees) feel(one === undefined ? [] : fingers(one));
  return found;
}

test('two fingers that go round turn the tile, a quarter at a time', () => {
  expect(steps(0, 20, 40)).toEqual([]);
  expect(steps(0, 30, 50)).toEqual([1]);
  expect(steps(0, 50, 90, 130, 140)).toEqual([1, 1]);
  expect(steps(0, -50)).toEqual([-1]);
});

test('past half a circle it goes on the same way', () => {
  expect(steps(150, 200, 290)).toEqual([1, 1]);
});

test('fingers that are lifted begin anew', () => {
  expect(steps(0, 40, undefined, 40, 80)).toEqual([]);
});
