import { expect, it } from 'vitest';
import type { Told, Values } from '$shell/frames';
import type { Feature, View } from './seen';
import { featureAt, gainsAt, nextTurn, partOf, prefer, scored, shows, turnsOn, values, worthTo } from './words';

const LAY = ['lay 2,3 r0', 'lay 2,3 r2', 'lay 1,5 r1'];
const feature = (name: Feature['feature'], worth: number, ...parts: [string, string][]): Feature => ({
  feature: name,
  tiles: [],
  open: 0,
  settlers: [],
  owners: [],
  worth,
  full: worth,
  gains: [],
  bonus: 0,
  parts,
});
const view = { last: '2,3', tiles: [], kinds: {}, brings: {}, features: [feature('town', 8, ['1,3', 'town-w'], ['2,3', 'town-e']), feature('farm', 9, ['3,2', 'farm'])] } as unknown as View;

it('shows the first turn that fits once a cell is picked, and nothing before', () => {
  expect(prefer(LAY.slice(0, 2), ['2,3'])).toBe('lay 2,3 r0');
  expect(prefer(LAY, [])).toBeUndefined();
  expect(prefer(LAY.slice(0, 1), ['r0'])).toBeUndefined();
  expect(prefer(['settle farm', 'settle nobody'], [])).toBeUndefined();
});
it('turns only as the tile can be laid', () => {
  expect(turnsOn(LAY, '2,3')).toEqual(['r0', 'r2']);
  expect(turnsOn(LAY)).toEqual(['r0', 'r1', 'r2']);
  expect(turnsOn(['settle nobody'])).toEqual([]);
  expect(nextTurn(['r0', 'r2'], 'r0')).toBe('r2');
  expect(nextTurn(['r0', 'r2'], 'r2')).toBe('r0');
  expect(nextTurn(['r0', 'r2'], 'r0', -1)).toBe('r2');
  expect(nextTurn(['r1', 'r3'], 'r0')).toBe('r1');
  expect(nextTurn(['r1', 'r3'], 'r0', -1)).toBe('r3');
  expect(nextTurn([], 'r0')).toBeUndefined();
});
it('finds what a spot points at, farms around the tile too', () => {
  expect(partOf(view, 'town-e')).toEqual(['2,3', 'town-e']);
  expect(partOf(view, 'farm')).toEqual(['2,3', 'farm']);
  expect(partOf(view, 'farm-nw')).toEqual(['3,2', 'farm']);
  expect(featureAt(view, '1,3', 'town-w')).toBe(0);
  expect(scored(view, 'farm-nw')?.worth).toBe(9);
});
it('says what a settler brings: now where the tile completed the feature, else at the end', () => {
  const brings = { 'town-e': [16, 0] };
  expect(worthTo({ ...view, brings, active: 0 }, 'town-e', view.features[0]!)).toEqual({ when: 'now', n: 16 });
  expect(worthTo(view, 'trail-e', { ...feature('trail', 3), open: 1 })).toEqual({ when: 'if_open', n: 3 });
  expect(worthTo(view, 'plain-ene', { ...feature('plain', 2), open: 4 })).toEqual({ when: 'at_the_end', n: 2 });
});
it('names a tile by what it shows', () => {
  const part = (name: Feature['feature']) => ({ feature: name, sides: [], winds: [], bonus: 0 });
  expect(shows({ left: 1, edges: '', parts: [part('plain'), part('trail'), part('town'), part('town')] })).toBe('tile_town_trail');
  expect(shows({ left: 1, edges: '', parts: [part('plain')] })).toBe('tile_plain');
});
it('says on the button what it will do', () => {
  const said = { t: (_: string, { seat, n }: Values = {}) => `${n} for ${seat}` };
  const kinds = { NW01: { left: 1, edges: 'TRPP', parts: [] } };
  expect(values('lay 3,-1 r1', { ...view, kinds, hand: 'NW01' }, said)).toEqual({ column: 3, row: -1, north: 'plain', east: 'town', south: 'trail', west: 'plain', farm: false, more: '' });
  expect(values('settle plain-ene', view, said)).toMatchObject({ role: 'trapper', way: 'ene' });
  expect(values('settle nobody', view, said)).toMatchObject({ role: 'nobody' });
  expect(values('score town-e', { ...view, brings: { 'town-e': [0, 8, 12] } }, said)).toEqual({ feature: 'town', way: 'e', gains: '8 for 1, 12 for 2' });
});
it('adds up what one seat gains at one place, and nothing else', () => {
  const told = (seat: number, points: number | undefined, cells: string[], key = 'news.points'): Told => ({ key, seat, values: { n: 6 }, cells, ...(points === undefined ? {} : { points }) });
  const all = [told(0, 6, ['2,3']), told(0, 8, ['2,3']), told(1, 6, ['2,3']), told(0, 4, ['2,3', '2,4']), told(0, 5, []), told(1, undefined, ['5,5'], 'news.completed_for')];
  const drawn = (foreseen: boolean) => gainsAt(all, foreseen).map(({ seat, points, cells }) => [seat, points, cells.join(' ')]);
  expect(drawn(false)).toEqual([[0, 14, '2,3'], [1, 6, '2,3'], [0, 4, '2,3 2,4']]);
  expect(drawn(true)).toEqual([...drawn(false), [1, 6, '5,5']]);
});
