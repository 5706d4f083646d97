import { MOMENT, Table } from '$shell/table.svelte';
import { expect, test, vi } from 'vitest';
import { emptyBarn, light, litPlots, thing } from './choice.svelte';
import { prefer } from './view';

const ACTIONS = ['end', 'draw card', 'buy pasture d4', 'buy pilgrim c4', 'buy crop2 e4 f4', 'buy crop2 f4 g4', 'store crop2', 'store ship', 'use crop2 e4 f4', 'use crop2 f4 g4', 'move h1 c4'];

function seated(): { table: Table; sent: string[]; asked: string[] } {
  const [sent, asked]: [string[], string[]] = [[], []];
  const desk = {
    send: (action: string) => void sent.push(action),
    undo: () => undefined,
    why: async (text: string) => (asked.push(text), null),
    preview: async () => null,
  };
  const table = new Table(desk);
  table.look = { Board: undefined!, secrets: false, prefer };
  table.show({ serial: 1, reader: 0, turn: 0, view: {}, actions: ACTIONS, news: [] } as never, [], []);
  vi.advanceTimersByTime(MOMENT + 1); // what has just come takes no second click
  return { table, sent, asked };
}
vi.useFakeTimers({ toFake: ['performance'] });
type Attributes = Record<string, unknown>;
const state = (attributes: Attributes) => attributes['data-state'];
const click = (attributes: Attributes) => (attributes['onclick'] as (event: unknown) => void)({ currentTarget: null });
const offered = (table: Table, what: string) => thing(table, what, ['buy', 'store'], { label: what, why: `buy ${what}` });
const stored = (table: Table, what: string) => thing(table, what, ['use'], { label: what });

test('a card on offer is bought, the same card in a barn is used', () => {
  const { table } = seated();
  click(offered(table, 'crop2'));
  expect([state(offered(table, 'crop2')), state(stored(table, 'crop2'))]).toEqual(['picked', 'live']);
  table.pick('e4');
  expect(table.chosen).toBe('buy crop2 e4 f4');
  click(stored(table, 'crop2'));
  expect([state(offered(table, 'crop2')), state(stored(table, 'crop2'))]).toEqual(['live', 'picked']);
  expect(table.chosen).toBe('use crop2 e4 f4');
});

test('place first, then the card', () => {
  const { table } = seated();
  table.pick('g4');
  expect([state(offered(table, 'crop2')), state(offered(table, 'pilgrim')), state(offered(table, 'pasture'))]).toEqual(['live', 'other', 'other']);
  click(offered(table, 'crop2'));
  expect(table.chosen).toBe('buy crop2 f4 g4');
});

test('an empty barn takes the card that is picked, and a second click stores it', () => {
  const { table, sent } = seated();
  click(offered(table, 'crop2'));
  expect(state(emptyBarn(table, 'barn'))).toBe('live');
  click(emptyBarn(table, 'barn'));
  expect(table.chosen).toBe('store crop2');
  click(emptyBarn(table, 'barn'));
  expect([table.chosen, sent]).toEqual([undefined, ['store crop2']]);
});

test('a card that cannot be carried out now is to be stored; a second click stores it', () => {
  const { table, sent } = seated();
  click(offered(table, 'ship'));
  expect(table.chosen).toBe('store ship');
  click(offered(table, 'ship'));
  expect([table.chosen, sent]).toEqual([undefined, ['store ship']]);
});

test('a click lets go where something is left to choose; what cannot be bought says why', () => {
  const { table, asked } = seated();
  click(offered(table, 'crop2'));
  click(offered(table, 'crop2'));
  expect(table.picked).toEqual([]);
  expect(state(offered(table, 'barn'))).toBe('idle');
  click(offered(table, 'barn'));
  expect(asked).toEqual(['buy barn']);
});

test('the board is lit where the thing under the pointer could go', () => {
  const { table } = seated();
  light.on('crop2', ['buy', 'store']);
  expect([...litPlots(table.actions)]).toEqual(['e4', 'f4', 'g4']);
  light.off();
  expect(litPlots(table.actions).size).toBe(0);
});
