import { expect, it } from 'vitest';
import { zoomIdentity } from 'd3-zoom';
import { fit, frontier, held, inside, scaleOf } from './camera';
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
  const [size, inset] = [{ width: 1000, height: 520 }, { top: 20, side: 0 }];
  const k = scaleOf(world, size, inset, 0.4, 2);
  expect(k).toBeGreaterThan(0.88); // in steps, so that it does not change with every tile
  expect(k).toBeLessThanOrEqual(1);
  expect(scaleOf({ ...world, south: world.south + 20 }, size, inset, 0.4, 2)).toBe(k);
  expect(scaleOf(world, size, inset, 1.1, 2)).toBeCloseTo(0.968); // a little smaller than it should be, to see all
  expect(scaleOf(world, size, inset, 1.2, 2)).toBe(1.2);
  const whole = fit(world, world, size, inset, k, 1);
  expect(whole.x + world.east * whole.k).toBeCloseTo(1000);
  expect(whole.y + world.north * whole.k).toBeGreaterThanOrEqual(20);
  const centred = fit(world, world, size, inset, k, 0.5);
  expect(centred.x + world.west * k).toBeCloseTo(1000 - (centred.x + world.east * k));
});
it('looks at what is of interest where the world is too large, and not beyond its edge', () => {
  const world = boxOf(['0,1', '39,10']);
  const [size, inset] = [{ width: 1000, height: 1000 }, { top: 0, side: 0 }];
  expect(scaleOf(world, size, inset, 0.5, 2)).toBe(0.5);
  const far = fit(world, boxOf(['39,1']), size, inset, 0.5, 1);
  expect(far.x).toBe(-world.west * 0.5);
  expect(fit(world, boxOf(['30,1']), size, inset, 0.5, 1, far).x).toBe(far.x); // in sight already: nothing moves
  expect(fit(world, boxOf(['10,1']), size, inset, 0.5, 1, far).x).toBe(1000 + 9 * 50); // only as far as it must
  expect(inside(-30, 20, 0, 100)).toBe(30);
  expect(inside(90, 120, 0, 100)).toBe(-20);
  expect(inside(40, 60, 0, 100)).toBe(0);
});
it('looks at the tile laid last and the places nearest to it and to the surveyors, as many as there is room for', () => {
  const [size, inset] = [{ width: 400, height: 400 }, { top: 0, side: 0 }];
  expect(frontier('5,5', ['6,5', '8,5'], [5, 5], size, inset, 1)).toEqual(boxOf(['5,5', '8,5']));
  expect(frontier('5,5', ['2,5', '8,5'], [2, 2], size, inset, 1)).toEqual(boxOf(['2,5', '5,5']));
  expect(frontier('5,5', ['5,30', '6,5', '5,-20'], [5, 5], size, inset, 1)).toEqual(boxOf(['5,5', '6,5']));
  expect(frontier('5,5', ['5,30', '6,30'], [6, 6], size, inset, 1)).toEqual(boxOf(['5,30', '6,30']));
  expect(frontier(null, ['1,2', '1,9'], [1, 1], { width: 300, height: 20 }, inset, 1)).toEqual(boxOf(['1,2']));
  expect(frontier(null, ['1,1', '1,4'], [0, 0], size, inset, 1)).toEqual(boxOf(['1,1', '1,4']));
});
it('never lets the whole map slip away', () => {
  const world = boxOf(['0,1', '4,5']);
  expect(held(zoomIdentity.translate(5000, 0), world, 800, 600).x).toBe(800 - 120 + 400);
  expect(held(zoomIdentity.translate(-5000, 0), world, 800, 600).x).toBe(120 - 100);
  expect(held(zoomIdentity.translate(300, 50), world, 800, 600).x).toBe(300);
});
