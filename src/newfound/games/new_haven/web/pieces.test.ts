import { expect, it } from 'vitest';
import { building, least, outline, squaresOf, turned } from './pieces';

it('turns a tile clockwise, and four times is none', () => {
  expect(turned('WTSR')).toBe('SWRT');
  expect(turned(turned(turned(turned('WTSR'))))).toBe('WTSR');
});
it('names a tile in hand by its least face', () => {
  expect(['WTWS', 'WWST', 'SWTW', 'TSWW'].map(least)).toEqual(Array(4).fill(least('WTWS')));
});
it('reads pieces', () => {
  expect(squaresOf('WTSR')).toEqual(['wheat', 'timber', 'sheep', 'stone']);
  expect(building('stone-6')).toEqual({ resource: 'stone', number: 6 });
});
it('goes around squares that touch as one', () => {
  expect(outline([[0, 0]], 10).match(/M/g)).toHaveLength(4);
  expect(outline([[0, 0], [0, 1]], 10).match(/M/g)).toHaveLength(6);
});
