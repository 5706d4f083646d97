import { expect, test } from 'vitest';
import type { Event } from './frames';
import { tones } from './sound';

const event = (seat: number): Event => ({ at: 0, seat, told: [{ key: 'news.x', seat, values: {}, cells: [] }] });

test('a move is wood on wood, luck alone a page, nothing is silent', () => {
  expect(tones({ news: [event(1), event(-1)], turn: 1, reader: 0 }, 1)).toEqual(['wood']);
  expect(tones({ news: [event(-1)], turn: 1, reader: 0 }, 1)).toEqual(['page']);
  expect(tones({ news: [], turn: 1, reader: 0 }, 1)).toEqual([]);
});

test('the bell rings when it becomes the turn of whoever looks', () => {
  expect(tones({ news: [event(1)], turn: 0, reader: 0 }, 1)).toEqual(['wood', 'bell']);
  expect(tones({ news: [event(0)], turn: 0, reader: 0 }, 0)).toEqual(['wood']);
});
