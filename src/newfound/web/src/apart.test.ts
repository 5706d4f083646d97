// Positions come from tests/web/test_list.py: what can be done in each is said in sentences of which no two are the same.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lookOf } from './board';
import { sayAction } from './say';
import { Table } from './table.svelte';
import { Catalog } from './text';

interface Positions {
  game: string;
  catalogs: Record<string, Record<string, string>>;
  frames: { view: unknown; turn: number; actions: string[] }[];
}
const file = process.env['NEWFOUND_POSITIONS'];

it.runIf(file)('no two choices have one sentence, and none shows how it is spelled', async () => {
  const { game, catalogs, frames } = JSON.parse(readFileSync(file!, 'utf-8')) as Positions;
  const table = new Table({} as never);
  table.look = await lookOf(game);
  const alike: string[] = [];
  for (const [lang, entries] of Object.entries(catalogs)) {
    table.catalog = new Catalog(lang as 'en', entries);
    table.players = ['Ann', 'Bob', 'Cleo', 'Dora', 'Emil'];
    for (const frame of frames) {
      table.show({ ...frame, serial: 1, reader: frame.turn, news: [] } as never, [], []);
      const said = new Map<string, string>();
      for (const action of frame.actions) {
        const text = sayAction(table, action, true);
        if (said.has(text)) alike.push(`${lang}: ${said.get(text)} and ${action}: ${text}`);
        if (/\br[0-3]\b|\w-\d|\w-[nesw]{1,3}\b|\{/.test(text)) alike.push(`${lang}: ${action}: ${text}`);
        said.set(text, action);
      }
    }
  }
  expect(alike.slice(0, 20)).toEqual([]);
}, 600_000);
