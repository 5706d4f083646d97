import { expect, it } from 'vitest';
import { nearest } from './keys';

const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ x: x * 50, y: y * 50 })));

it('goes to the neighbour on a grid', () => {
  expect(nearest(grid[4]!, grid, 'ArrowUp')).toBe(1);
  expect(nearest(grid[4]!, grid, 'ArrowLeft')).toBe(3);
  expect(nearest(grid[4]!, grid, 'ArrowRight')).toBe(5);
  expect(nearest(grid[4]!, grid, 'ArrowDown')).toBe(7);
});
it('stays at the edge', () => {
  expect(nearest(grid[0]!, grid, 'ArrowUp')).toBe(-1);
  expect(nearest(grid[0]!, grid, 'x')).toBe(-1);
});
