import { expect, it } from 'vitest';
import { zoomIdentity } from 'd3-zoom';
import { fit, held, inside } from './camera';
import { beside, boxOf, cellAt, corner, middle, outline, turned } from './grid';

it('counts columns westward and rows southward', () => {
  expect(corner('0,1')).toEqual([-0, 0]);
  expect(corner('3,-2')).toEqual([-300, -300]);
  for (const cell of ['1,1', '12,-3', '4,9']) {
    const [x, y] = corner(cell);
    expect([cellAt([x + 1, y + 1]), cellAt([x + 99, y + 99])]).toEqual([cell, cell]);
  }
  expect(beside('1,1', 'nw')).toBe('2,0');
  expect(beside('2,5', 'e')).toBe('1,5');
  expect(middle(['1,1', '2,1'])).toEqual([-100, 50]);
});
it('goes around cells that touch as one', () => {
  expect(outline(['1,1']).match(/M/g)).toHaveLength(4);
  expect(outline(['1,1', '2,1']).match(/M/g)).toHaveLength(6);
});
it('turns points clockwise', () => {
  expect(turned([50, 0], 1)).toEqual([100, 50]);
  expect(turned([10, 20], 4)).toEqual([10, 20]);
});
it('shows the whole world where it can, the coast at the right', () => {
  const world = boxOf(['0,1', '4,5']);
  const whole = fit(world, world, 1000, 520, 0.4, 2, { top: 20, side: 0 });
  expect(whole.k).toBeGreaterThan(0.88); // in steps, so that it does not change with every tile
  expect(whole.k).toBeLessThanOrEqual(1);
  expect(whole.x + world.east * whole.k).toBeCloseTo(1000);
  expect(whole.y + world.north * whole.k).toBeGreaterThanOrEqual(20);
  expect(fit({ ...world, south: world.south + 20 }, world, 1000, 520, 0.4, 2, { top: 20, side: 0 }).k).toBe(whole.k);
});
it('looks at what is of interest where the world is too large, and not beyond its edge', () => {
  const world = boxOf(['0,1', '39,10']);
  const far = fit(world, boxOf(['39,1']), 1000, 1000, 0.5, 2, { top: 0, side: 0 });
  expect(far.k).toBe(0.5);
  expect(far.x).toBe(-world.west * 0.5);
  expect(inside(-30, 20, 0, 100)).toBe(30);
  expect(inside(90, 120, 0, 100)).toBe(-20);
  expect(inside(40, 60, 0, 100)).toBe(0);
});
it('never lets the whole map slip away', () => {
  const world = boxOf(['0,1', '4,5']);
  expect(held(zoomIdentity.translate(5000, 0), world, 800, 600).x).toBe(800 - 120 + 400);
  expect(held(zoomIdentity.translate(-5000, 0), world, 800, 600).x).toBe(120 - 100);
  expect(held(zoomIdentity.translate(300, 50), world, 800, 600).x).toBe(300);
});
