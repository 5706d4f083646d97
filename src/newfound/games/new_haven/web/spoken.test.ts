import { expect, it } from 'vitest';
import { asks } from './spoken';
import type { View } from './view.gen';

const build = { phase: 'build', active: 0, builder: 0 } as View;
it('says whose turn it is that one may build in, and when nothing can be built', () => {
  expect(asks(build, ['pass', 'build wheat-1 a1 up'])).toBeUndefined();
  expect(asks(build, ['pass'])).toBe('build_nothing');
  expect(asks({ ...build, builder: 1 }, ['pass', 'build wheat-1 a1 up'])).toBe('share');
  expect(asks({ ...build, builder: 1 }, ['pass'])).toBe('share_nothing');
});
it('names the shipment only while it can be laid', () => {
  expect(asks({ phase: 'lay' } as View, ['lay WWTS d4', 'ship d4 wheat'])).toBeUndefined();
  expect(asks({ phase: 'lay' } as View, ['lay WWTS d4'])).toBe('lay_tile');
});
