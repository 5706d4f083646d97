import { expect, it } from 'vitest';
import { after, keptAfter, openOf, progressOf, type Lesson } from './progress';

const lesson = (name: string, puzzle = false, found = false): Lesson => ({ name, title: name, minutes: 1, steps: 2, puzzle, found, clauses: [] });
const LESSONS = [lesson('fit'), lesson('turn'), lesson('find', true), lesson('settle'), lesson('seek', true), lesson('1-2', true, true), lesson('1-3', true, true)];

it('keeps the actions of a lesson that was left, until it is over', () => {
  const left = keptAfter(null, 'a', 'fit', ['lay 1,2 r1'], false);
  expect(progressOf(left, 'a')).toEqual({ done: [], at: { fit: ['lay 1,2 r1'] } });
  const over = keptAfter(left, 'a', 'fit', ['lay 1,2 r1', ''], true);
  expect(progressOf(over, 'a')).toEqual({ done: ['fit'], at: {} });
  expect(progressOf(keptAfter(over, 'a', 'fit', ['lay 1,2 r1'], false), 'a')).toEqual({ done: ['fit'], at: { fit: ['lay 1,2 r1'] } });
  expect(progressOf(keptAfter(over, 'a', 'fit', [], true), 'a').done).toEqual(['fit']);
});
it('keeps each game apart', () => {
  const text = keptAfter(keptAfter(null, 'a', 'fit', [], true), 'b', 'turn', ['x'], false);
  expect([progressOf(text, 'a').done, progressOf(text, 'b').at, progressOf(text, 'c')]).toEqual([['fit'], { turn: ['x'] }, { done: [], at: {} }]);
});
it('forgets a lesson that is begun again', () => {
  expect(progressOf(keptAfter(keptAfter(null, 'a', 'fit', ['x'], false), 'a', 'fit', [], false), 'a').at).toEqual({});
});
it('begins anew where what was kept cannot be read', () => {
  for (const text of ['{', 'null', '3', '[]', '{"a": 3}', '{"a": {"done": 4, "at": {"fit": "x"}}}']) expect(progressOf(text, 'a')).toEqual({ done: [], at: {} });
});
it('goes on at the first that is not done, and from lesson to lesson, from puzzle to puzzle', () => {
  expect(openOf(LESSONS, { done: ['fit', 'find'], at: {} })?.name).toBe('turn');
  expect(openOf(LESSONS.slice(0, 1), { done: ['fit'], at: {} })).toBeUndefined();
  expect([after(LESSONS, 'turn')?.name, after(LESSONS, 'find')?.name, after(LESSONS, 'settle'), after(LESSONS, 'seek'), after(LESSONS, '1-2')?.name]).toEqual(['settle', 'seek', undefined, undefined, '1-3']);
});
