import { describe, expect, it } from 'vitest';
import { add, matches, narrow, offers, standing } from './pick';

const LAY = ['lay WTWS c3', 'lay WTWS d4', 'lay SSSR d4', 'ship d4 wheat', 'ship d4 stone'];
const MOVE = ['move a1 b1', 'move b1 a1', 'end'];

describe('matches', () => {
  it('asks for every word at a place of its own', () => {
    expect(matches('lay WTWS d4', ['d4', 'WTWS'])).toBe(true);
    expect(matches('lay WTWS d4', ['d4', 'd4'])).toBe(false);
    expect(matches('lay WTWS d4', [])).toBe(true);
  });
  it('holds a bound word to its place', () => {
    expect(narrow(MOVE, ['a1@1'])).toEqual(['move a1 b1']);
    expect(narrow(MOVE, ['a1'])).toHaveLength(2);
    expect(narrow(MOVE, ['b1@2', 'a1'])).toEqual(['move a1 b1']);
  });
});

describe('choosing', () => {
  it('takes tile then place, or place then tile', () => {
    const one = add(LAY, add(LAY, [], 'SSSR')!, 'd4')!;
    const other = add(LAY, add(LAY, [], 'd4')!, 'SSSR')!;
    expect(narrow(LAY, one)).toEqual(['lay SSSR d4']);
    expect(narrow(LAY, other)).toEqual(['lay SSSR d4']);
  });
  it('keeps what goes with the new pick and drops the rest', () => {
    expect(add(LAY, ['d4', 'SSSR'], 'WTWS')).toEqual(['d4', 'WTWS']);
    expect(add(LAY, ['d4', 'SSSR'], 'c3')).toEqual(['c3']);
    expect(add(LAY, ['WTWS', 'd4'], 'wheat')).toEqual(['d4', 'wheat']);
  });
  it('says when no action has a word', () => {
    expect(add(LAY, ['d4'], 'g7')).toBeNull();
  });
});

describe('standing', () => {
  it('tells the four apart', () => {
    const of = (word: string) => standing(LAY, ['SSSR'], word);
    expect([of('SSSR'), of('d4'), of('c3'), of('g7')]).toEqual(['picked', 'live', 'other', 'idle']);
  });
});

describe('offers', () => {
  const cells = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2'];
  it('names a few actions each, under their first word', () => {
    expect(offers(MOVE)).toEqual([
      { verb: 'move', words: [], actions: ['move a1 b1', 'move b1 a1'] },
      { verb: 'end', words: [], actions: ['end'] },
    ]);
  });
  it('narrows many by the first words that leave a choice', () => {
    const many = ['clam', 'star'].flatMap((kind) => cells.map((cell) => `lay ${kind} ${cell}`));
    expect(offers([...many, 'lay none'])).toEqual([{ verb: 'lay', words: ['clam', 'star'], actions: ['lay none'] }]);
    expect(offers(narrow(many, ['star']))[0]!.actions).toHaveLength(8);
    expect(offers(cells.flatMap((cell) => [`put x ${cell} up`, `put x ${cell} down`]))[0]!.words).toEqual(cells);
  });
  it('names every one where no word would help', () => {
    const many = [...cells, 'd1', 'd2', 'd3', 'd4', 'd5'].map((cell) => `take ${cell}`);
    expect(offers(many)[0]!.actions).toEqual(many);
  });
  it('binds a word to its position where another has it too', () => {
    const many = cells.flatMap((from) => cells.map((to) => `move ${from} ${to}`));
    expect(offers(many)[0]!.words[0]).toBe('a1@1');
  });
});
