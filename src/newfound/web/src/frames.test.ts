import { expect, it } from 'vitest';
import { remember, type Event } from './frames';

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
