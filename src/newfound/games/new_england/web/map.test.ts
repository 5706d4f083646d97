import { expect, test } from 'vitest';
import { around, beach, boxesOf, corner, extent, middle, PLOT, plotsOf, RIM, trees } from './map';

const MAP = ['~~~~~', '^..~~', '^...~', '^^^^^'];

test('plots are named by column and by row from the bottom, a missing corner left out', () => {
  expect(plotsOf(MAP)).toEqual(['a2', 'b2', 'a1', 'b1', 'c1']);
  expect(corner('a2', MAP)).toEqual({ x: RIM, y: RIM });
  expect(corner('c1', MAP)).toEqual({ x: RIM + 2 * PLOT, y: RIM + PLOT });
  expect(extent(MAP)).toEqual({ w: 3 * PLOT + 2 * RIM, h: 2 * PLOT + 2 * RIM });
});

test('a start tile is one box, whichever way it lies', () => {
  expect(around(['a2', 'b2'], MAP)).toEqual({ x: RIM, y: RIM, w: 2 * PLOT, h: PLOT });
  expect(around(['a2', 'a1'], MAP)).toEqual({ x: RIM, y: RIM, w: PLOT, h: 2 * PLOT });
  expect(middle(['a2', 'b2'], MAP)).toEqual({ x: RIM + PLOT, y: RIM + PLOT / 2 });
});

test('the rim is thinner than a plot, and nothing is drawn outside', () => {
  const { w, h } = extent(MAP);
  const boxes = ['~', '^', '.'].flatMap((sign) => boxesOf(sign, MAP));
  expect(boxes.reduce((all, box) => all + box.w * box.h, 0)).toBe(w * h);
  for (const { x, y } of trees(boxesOf('^', MAP))) {
    expect(x).toBeGreaterThan(-6);
    expect(y).toBeLessThan(h + 6);
  }
});

test('the coast is drawn along every edge between land and sea, always the same', () => {
  // Above: the forest at the left and two plots; the bay and c1; c1 and the forest at the right.
  expect(beach(MAP).match(/M/g)).toHaveLength(7);
  expect(beach(MAP)).toBe(beach(MAP));
});
