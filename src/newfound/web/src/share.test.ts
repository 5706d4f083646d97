import { expect, test } from 'vitest';
import { addressOf } from './share';

const at = (url: string) => new URL(url) as unknown as Location;

test('a link is given to others as they can open it', () => {
  expect(addressOf('/t/abc', null, at('https://play.example.org/new'))).toBe('https://play.example.org/t/abc');
  expect(addressOf('/t/abc', 'http://other', at('http://192.168.1.5:8000/'))).toBe('http://192.168.1.5:8000/t/abc');
});

test('a page at 127.0.0.1 uses the address that the server knows, or says that there is none', () => {
  for (const here of ['http://127.0.0.1:8000/', 'http://localhost:8000/', 'http://[::1]:8000/']) {
    expect(addressOf('/t/abc', 'http://192.168.1.5:8000', at(here))).toBe('http://192.168.1.5:8000/t/abc');
    expect(addressOf('/t/abc', null, at(here))).toBeUndefined();
  }
});
