import { expect, test, vi } from 'vitest';
import { MOMENT, Table } from './table.svelte';

function seated(actions = ['lay a1', 'lay b2']): { table: Table; sent: string[] } {
  const sent: string[] = [];
  const why = async (text: string) => ({ key: '', values: {}, clause: 'X-1', cells: [], sentence: text.includes('z9') ? 'No such place.' : `No: ${text}` });
  const table = new Table({ send: (action) => void sent.push(action), undo: () => undefined, why, preview: async () => null });
  table.show({ serial: 1, reader: 0, turn: 0, view: {}, actions, news: [] } as never, [], []);
  return { table, sent };
}

test('what is chosen is sent, and nothing else', () => {
  const { table, sent } = seated();
  table.pick('b2');
  table.send();
  table.send('lay c3');
  expect(sent).toEqual(['lay b2']);
});

test('nothing can be chosen while something is on its way', () => {
  const { table, sent } = seated();
  table.sending = 'lay a1';
  table.pick('b2');
  table.send('lay b2');
  expect([table.chosen, table.actions, sent]).toEqual([undefined, [], []]);
});

test('a place replaces a place, and no piece', () => {
  const { table } = seated(['lay clam a1', 'lay clam b2', 'lay star c3']);
  const at = (word: string) => table.target(word, { label: word, place: true })['data-state'];
  table.pick('clam');
  expect([at('a1'), at('b2'), at('c3')]).toEqual(['live', 'live', 'idle']);
  table.pick('a1');
  expect([at('b2'), at('c3'), table.standing('star')]).toEqual(['other', 'idle', 'other']);
});

test('why not guesses none of several', async () => {
  const { table } = seated();
  const asked = async (...texts: string[]) => {
    await table.ask(() => texts, null as never);
    return table.whyNot?.problem;
  };
  expect((await asked('lay clam a1', 'lay star a1'))?.key).toBe('web.table.which');
  expect((await asked('lay clam z9', 'lay star z9'))?.sentence).toBe('No such place.');
  expect((await asked('lay clam a1'))?.clause).toBe('X-1');
});

test('once more does what is chosen, but not in the first moment', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { table, sent } = seated();
  let turned = 0;
  table.again('b2');
  table.pick('b2');
  table.again('b2');
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(MOMENT + 1);
  table.again('b2', false, () => turned++);
  expect([sent, turned]).toEqual([[], 1]);
  table.again('b2', true, () => turned++);
  expect([sent, turned]).toEqual([['lay b2'], 1]);
  vi.useRealTimers();
});
