import { expect, test } from 'vitest';
import type { Values } from '$shell/frames';
import { asks, deed, isLastRound, items, order, prefer, seatShown, values, whereabouts, type Family, type View } from './view';

const family = (more: Partial<Family> = {}): Family => ({
  family: 'howland',
  money: 9,
  income: 6,
  marker: null,
  to_lay: [],
  figures: { pilgrim: 2, barn: 1, ship: 0 },
  done: {},
  stored: {},
  score: 0,
  ...more,
});
const pile = (settlement = 0, cards: Record<string, number> = {}) => ({ tiles: { settlement, cropland: 0, pasture: 0 }, cards });

const view = {
  phase: 'buy',
  active: 1,
  seats: [family({ marker: 3, stored: { crop3: 1 } }), family({ marker: 7, done: { crop3: 1 } }), family({ marker: null })],
  announce: null,
  offer: pile(2, { crop3: 1, ship: 1 }),
  left: pile(11, { crop3: 1 }),
  gone: pile(3),
  tiles: [
    { plots: ['c4', 'd4'], seat: 1, land: 'settlement', used: false, figure: 'pilgrim' },
    { plots: ['e4'], seat: 1, land: 'settlement', used: true, figure: null },
  ],
  cards: { crop3: { land: 'cropland', shape: ['#.', '##'], points: 6, copies: 4 }, ship: { land: null, shape: null, points: 1, copies: 10 } },
} as unknown as View;

test('an action taken apart', () => {
  expect(deed('buy crop3 d5 d4 e4')).toEqual({ verb: 'buy', what: 'crop3', plots: ['d5', 'd4', 'e4'] });
  expect(deed('move c4 d6')).toEqual({ verb: 'move', what: '', plots: ['c4', 'd6'] });
  expect(deed('end')).toEqual({ verb: 'end', what: '', plots: [] });
});

test('the offer: tiles before cards, each kind once', () => {
  expect(items(view.offer)).toEqual([
    { what: 'settlement', count: 2 },
    { what: 'crop3', count: 1 },
    { what: 'ship', count: 1 },
  ]);
});

test('where the copies are: start tiles never were in the bag', () => {
  expect(whereabouts(view, 'settlement')).toEqual({ left: 11, offer: 2, taken: 1, gone: 3 });
  expect(whereabouts(view, 'crop3')).toEqual({ left: 1, offer: 1, taken: 2, gone: 0 });
});

test('who comes next: markers from high to low in the purchases, else clockwise without those who have one', () => {
  expect(order(view)).toEqual([1, 0]);
  expect(order({ ...view, phase: 'bid', active: 2 })).toEqual([2]);
  const open = [family(), family(), family()];
  expect(order({ ...view, phase: 'announce', active: 2, seats: open })).toEqual([2, 0, 1]);
  expect(order({ ...view, phase: 'over' })).toEqual([]);
});

test('of several ways to lay a shape, one that begins where was clicked', () => {
  const left = ['buy crop2 c4 d4', 'buy crop2 d4 e4', 'buy crop2 d4 d3'];
  expect(prefer(left, ['crop2@1', 'buy@0', 'd4'])).toBe('buy crop2 d4 e4');
  expect(prefer(left.slice(0, 1), ['d4', 'crop2@1'])).toBe('buy crop2 c4 d4');
});

test('nothing is guessed without a plot, between different things, or of a move', () => {
  expect(prefer(['buy crop2 c4 d4', 'buy crop2 d4 e4'], ['crop2@1', 'buy@0'])).toBeUndefined();
  expect(prefer(['buy crop2 d4 e4', 'buy pilgrim d4'], ['d4'])).toBeUndefined();
  expect(prefer(['move d4 e4', 'move d4 f4'], ['d4'])).toBeUndefined();
});

const said = { t: (_: string, { cost, left, enough }: Values = {}) => `${cost} ${left} ${enough}` };

test('the button says what it will do', () => {
  expect(values('buy settlement f4', view, said)).toMatchObject({ sort: 'tile', what: 'settlement', plots: 'f4', price: 7 });
  expect(values('buy ship c4', view, said)).toMatchObject({ sort: 'figure', price: 7, points: 1 });
  expect(values('use crop3 d5 d4 e4', view, said)).toMatchObject({ sort: 'card', plots: 'd5, d4, e4', points: 6 });
  expect(values('move c4 f1', view, said)).toEqual({ figure: 'pilgrim', origin: 'c4', goal: 'f1' });
  expect(values('end', view, said)).toEqual({ money: 6 });
  const bids: View['bids'] = { 4: { purchases: 2, cost: 8, left: 4 }, 9: { purchases: 2, cost: 18, left: -6 } };
  expect(values('bid 4', { ...view, bids }, said)).toEqual({ marker: '4', sum: '8 4 true' });
  expect(values('bid 9', { ...view, bids }, said)).toEqual({ marker: '9', sum: '18 -6 false' });
});

test('an announcement that ends the match says so', () => {
  const announce = { offer: 9, tiles: [3, 4, 5, 6], ending: [3] };
  expect(values('announce 3', { ...view, announce }, said)).toEqual({ tiles: 3, cards: 6, ends: true });
  expect(values('announce 5', { ...view, announce }, said)).toEqual({ tiles: 5, cards: 4, ends: false });
});

test('what is asked for goes by what can be done', () => {
  expect(asks(view, ['end', 'buy ship k4', 'move c4 e4'])).toBeUndefined();
  expect(asks(view, ['end', 'move c4 e4'])).toBe('no_buy');
  expect(asks(view, ['end'])).toBe('end');
  expect(asks({ ...view, phase: 'bid' }, ['bid 1'])).toBeUndefined();
});

test('an onlooker sees the things of whoever is to act', () => {
  expect([seatShown(view, 2), seatShown(view, -3)]).toEqual([2, 1]);
});

test('the last round is known once it was told', () => {
  const event = (key: string) => ({ at: 0, seat: -1, told: [{ key, seat: -1, values: {}, cells: [] }] });
  expect([isLastRound([event('news.offer_card')]), isLastRound([event('news.last'), event('news.bid')])]).toEqual([false, true]);
});
