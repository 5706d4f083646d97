import { expect, it } from 'vitest';
import { kept } from './kept';

it('finds once what it is asked for again', () => {
  let asked = 0;
  const words = kept((text) => (asked++, text.split(' ')));
  expect(words('lay a1')).toEqual(['lay', 'a1']);
  expect(words('lay a1')).toBe(words('lay a1'));
  expect(asked).toBe(1);
});
it('does not grow without end', () => {
  let asked = 0;
  const sizes = kept((text) => (asked++, text.length));
  for (let n = 0; n < 5001; n++) sizes(String(n));
  sizes('0');
  expect(asked).toBe(5002);
});
