import { expect, it } from 'vitest';
import { arePlaces, instead } from './spots';

const LAY = ['lay clam b2', 'lay star b2', 'toss clam'];
const CELLS = ['a1', 'a2', 'b1', 'b2'];

it('asks about the place instead of legal ones, for every piece', () => {
  expect(instead(LAY, 'a1', CELLS)).toEqual(['lay clam a1', 'lay star a1']);
  expect(instead(LAY.slice(1), 'a1', CELLS)).toEqual(['lay star a1']);
  expect(instead(['move a1 b1'], 'b2', ['b1@2', 'b2@2'])).toEqual(['move a1 b2']);
});
it('has nothing to ask where no action names such a place', () => {
  expect(instead(['toss clam', 'end'], 'a1', CELLS)).toEqual([]);
  expect(instead(['a1'], 'b1', ['a1', 'b1'])).toEqual([]);
});
it('tells places from pieces', () => {
  expect([arePlaces(LAY, CELLS), arePlaces(LAY, ['clam', 'star']), arePlaces(['end'], CELLS)]).toEqual([true, false, false]);
});
