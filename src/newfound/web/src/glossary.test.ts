import { expect, it } from 'vitest';
import { pieces } from './glossary';
import { Catalog } from './text';

const catalog = new Catalog('de', {
  'glossary.open': '**Offen, verdeckt.** Wie ein Gebäude liegt (NH-B5).',
  'glossary.space': '**Offenes Feld, offene Felder.** Wo noch etwas hinkann.',
  'glossary.tile': '**Plättchen.** Was gelegt wird.',
  'expect.lay': 'Plättchen',
});
const found = (sentence: string, of = catalog) => pieces(of, sentence).flatMap(({ text, place }) => (place ? [[text, place]] : []));

it('finds words whatever their ending, the longest first, and leaves the sentence as it is', () => {
  const sentence = 'Offene Felder: Lege verdeckte Plättchen.';
  expect(found(sentence)).toEqual([['Offene Felder', 'word-space'], ['verdeckte', 'word-open'], ['Plättchen', 'word-tile']]);
  expect(pieces(catalog, sentence).map(({ text }) => text).join('')).toBe(sentence);
  expect(pieces(catalog, sentence)[0]!.means).toBe('Wo noch etwas hinkann.');
});
it('finds each once, and no part of another word', () => {
  expect(found('Plättchen um Plättchen')).toEqual([['Plättchen', 'word-tile']]);
  expect(found('Ernteplättchen, Plättchenstapel, Offenheit, offenbar, offen-sichtlich')).toEqual([]);
});
it('finds nothing where a game has no glossary', () => {
  expect(pieces(new Catalog('en', { 'expect.lay': 'Lay.' }), 'Lay.')).toEqual([{ text: 'Lay.' }]);
});
