import { expect, it } from 'vitest';
import { beside } from './balloon';

const screen = { width: 1000, height: 800 };
const size = { width: 300, height: 100 };
const plot = (left: number, top: number) => ({ left, top, width: 60, height: 60 });

it('lies below a thing in the upper half, above one in the lower half', () => {
  expect(beside(plot(500, 100), size, [], screen)).toMatchObject({ left: 380, top: 168 });
  expect(beside(plot(500, 600), size, [], screen)).toMatchObject({ left: 380, top: 492 });
});
it('gives way to what it names', () => {
  expect(beside(plot(500, 300), size, [plot(500, 360)], screen)).toMatchObject({ left: 380, top: 192 });
  expect(beside(plot(500, 300), size, [plot(500, 360), plot(500, 240)], screen)).toMatchObject({ left: 568, top: 280 });
});
it('stays on the screen', () => {
  expect(beside(plot(0, 0), size, [], screen)).toMatchObject({ left: 8, top: 68 });
});
