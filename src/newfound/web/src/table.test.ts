import { expect, test } from 'vitest';
import { Table } from './table.svelte';

function seated(): { table: Table; sent: string[] } {
  const sent: string[] = [];
  const table = new Table({ send: (action) => void sent.push(action), undo: () => undefined, why: async () => null, preview: async () => null });
  table.show({ serial: 1, reader: 0, turn: 0, view: {}, actions: ['lay a1', 'lay b2'], news: [] } as never, [], []);
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
