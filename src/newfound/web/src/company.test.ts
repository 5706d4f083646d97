import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changes, Company, GONE, SETTLE } from './company';
import type { Seat, TableFacts } from './frames';

const seat = (number: number, more: Partial<Seat> = {}): Seat =>
  ({ seat: number, kind: 'person', name: 'ABC'[number]!, level: null, stand_in: null, connected: true, yours: number === 0, ...more }) as Seat;
const table = (seats: Seat[], watchers = 0) => ({ seats, watchers }) as TableFacts;
const here = table([seat(0), seat(1)]);
const away = table([seat(0), seat(1, { connected: false })]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening() {
  const told: string[] = [];
  const company = new Company((notices) => told.push(notices.map(({ key, values }) => `${key.slice(9)} ${values.name ?? values.n}`).join(', ')));
  return { told, hear: (facts: TableFacts, ms: number) => (company.hear(facts), vi.advanceTimersByTime(ms)) };
}

test('who sat down, stood up, went, came back and looks on', () => {
  const open = table([seat(0), seat(1, { kind: 'open', name: '', connected: false })]);
  expect(changes(open, here)).toEqual([{ key: 'web.told.joined', values: { name: 'B' } }]);
  expect(changes(here, open)).toEqual([{ key: 'web.told.stood_up', values: { name: 'B' } }]);
  expect(changes(here, away)).toEqual([{ key: 'web.told.away', values: { name: 'B' } }]);
  expect(changes(away, here)).toEqual([{ key: 'web.told.back', values: { name: 'B' } }]);
  expect(changes(here, table(here.seats, 2))).toEqual([{ key: 'web.told.looks_on', values: { n: 2 } }]);
  expect(changes(table(here.seats, 2), here)).toEqual([]);
});

test('what one does oneself is no news, nor who leaves a seat that a bot plays', () => {
  expect(changes(table([seat(0, { connected: false })]), table([seat(0)]))).toEqual([]);
  const bot = { stand_in: 'easy' };
  expect(changes(table([seat(0), seat(1, bot)]), table([seat(0), seat(1, { ...bot, connected: false })]))).toEqual([]);
});

test('who loads the page anew is no news, whenever it happens', () => {
  for (let lag = 0; lag < 2 * SETTLE; lag += 100) {
    const { told, hear } = listening();
    hear(here, 5000);
    hear(table(here.seats, 0), lag);
    hear(away, 3000);
    hear(here, 2 * GONE);
    expect(told, String(lag)).toEqual([]);
  }
});

test('who stays away is told once, and who comes back too', () => {
  const { told, hear } = listening();
  hear(here, 5000);
  hear(away, 3 * GONE);
  expect(told).toEqual(['away B']);
  hear(here, 3 * GONE);
  expect(told).toEqual(['away B', 'back B']);
});

test('what happens together is one line', () => {
  const { told, hear } = listening();
  hear(table([seat(0), seat(1, { kind: 'open' }), seat(2, { kind: 'open' })]), 5000);
  hear(table([seat(0), seat(1), seat(2, { kind: 'open' })]), 300);
  hear(table([seat(0), seat(1), seat(2)], 1), 5000);
  expect(told).toEqual(['joined B, joined C, looks_on 1']);
});
