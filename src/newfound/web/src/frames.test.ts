import { expect, it } from 'vitest';
import { remember, shared, sizeOf, type Event } from './frames';

const event = (at: number, key = 'x'): Event => ({ at, seat: 0, told: [{ key, seat: 0, values: {}, cells: [] }] });

it('appends what a play tells', () => {
  expect(remember([event(0), event(1)], { since: 2, news: [event(2)] }).map(({ at }) => at)).toEqual([0, 1, 2]);
});
it('drops what was taken back', () => {
  const after = remember([event(0), event(1, 'old'), event(2)], { since: 1, news: [event(1, 'new')] });
  expect(after.map((one) => one.told[0]!.key)).toEqual(['x', 'new']);
});
it('replaces everything when the whole history comes', () => {
  expect(remember([event(5)], { since: 0, news: [event(0)] })).toHaveLength(1);
});
it('keeps the objects that are as they were', () => {
  const before = { tiles: [{ cell: 'a' }, { cell: 'b' }], hand: null, seats: [1, 2] };
  const after = shared(before, { tiles: [{ cell: 'a' }, { cell: 'c' }, { cell: 'b' }], hand: { kind: 'x' }, seats: [1, 2] });
  expect(after).toEqual({ tiles: [{ cell: 'a' }, { cell: 'c' }, { cell: 'b' }], hand: { kind: 'x' }, seats: [1, 2] });
  expect(after.tiles[0]).toBe(before.tiles[0]);
  expect(after.seats).toBe(before.seats);
});
it('keeps nothing that is gone, and tells a list from an object', () => {
  const before = { a: 1, b: [2] };
  expect(shared(before, { b: [2] })).toEqual({ b: [2] });
  expect(shared(before, { a: 1, b: [2], c: undefined })).toEqual({ a: 1, b: [2], c: undefined });
  expect('c' in shared({ a: 1, b: 2 }, { a: 1, c: undefined })).toBe(true);
  expect(shared([1], { 0: 1 })).toEqual({ 0: 1 });
  expect(shared(before, { a: 1, b: [2] })).toBe(before);
});

it('knows the size of a picture', () => {
  expect(sizeOf('<svg viewBox="0 0 580 380.5" width="580">')).toBe('--wide: 580; --high: 380.5');
  expect(sizeOf(null)).toBe('--wide: 1; --high: 1');
});
