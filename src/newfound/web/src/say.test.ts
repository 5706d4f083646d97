import { expect, it } from 'vitest';
import { sayAction, sayEach } from './say';
import { Table } from './table.svelte';
import { Catalog } from './text';

const table = new Table();
table.catalog = new Catalog('en', {
  'do.lay': 'Lay a {1, word} on {2}',
  'do.ship': 'Lay the shipment as {resource, word}',
  'do.turn': 'Turn it',
  'word.star': 'starfish',
});

it('fills the sentence of an action with its words', () => {
  expect(sayAction(table, 'lay star c2')).toBe('Lay a starfish on c2');
});
it('says the words where there is no sentence, or one that they cannot fill', () => {
  expect(sayAction(table, 'toss star')).toBe('toss starfish');
  expect(sayAction(table, 'ship star')).toBe('ship starfish');
});
it('tells apart what sounds the same', () => {
  expect(sayEach(table, ['turn star left', 'turn star right', 'lay star c2'])).toEqual(['Turn it (starfish, left)', 'Turn it (starfish, right)', 'Lay a starfish on c2']);
});
