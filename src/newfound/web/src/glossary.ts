// The glossary of a game's rulebook, found in sentences at the table: each of its words once in a sentence, whatever its ending.
import type { Catalog } from './text';

/** A piece of a sentence; a word of the glossary with its place in the rulebook and what it means. */
export interface Piece {
  text: string;
  place?: string;
  means?: string;
}

interface Known {
  place: string;
  means: string;
  forms: string[];
}

const ENTRY = /^\*\*(.+?)\.\*\* (.+)$/;
const known = new WeakMap<Catalog, { words: Known[]; pattern: RegExp } | undefined>();

const ENDING = '(?:e[mnrs]?|[nsx])?'; // plurals and cases

/** "Face up, face down" are two forms. */
function read(catalog: Catalog) {
  const words = Object.entries(catalog.entries).flatMap(([key, entry]) => {
    const found = key.startsWith('glossary.') ? ENTRY.exec(entry) : null;
    return found ? [{ place: `word-${key.slice(9)}`, means: found[2]!, forms: found[1]!.split(', ') }] : [];
  });
  if (words.length === 0) return undefined;
  const forms = words.flatMap(({ forms }, at) => forms.map((form) => ({ form, at }))).sort((a, b) => b.form.length - a.form.length);
  const source = forms.map(({ form }) => `(${form.replaceAll(' ', `${ENDING} `)}${ENDING})`).join('|');
  return { words: forms.map(({ at }) => words[at]!), pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${source})(?![\\p{L}\\p{N}-])`, 'giu') };
}

/** The sentence in pieces that follow each other. */
export function pieces(catalog: Catalog, sentence: string): Piece[] {
  if (!known.has(catalog)) known.set(catalog, read(catalog));
  const { words, pattern } = known.get(catalog) ?? {};
  const found: Piece[] = [];
  let from = 0;
  for (const match of words && pattern ? sentence.matchAll(pattern) : []) {
    const { place, means } = words![match.slice(1).findIndex((group) => group !== undefined)]!;
    if (found.some((piece) => piece.place === place)) continue;
    if (match.index > from) found.push({ text: sentence.slice(from, match.index) });
    found.push({ text: match[0], place, means });
    from = match.index + match[0].length;
  }
  return from < sentence.length ? [...found, { text: sentence.slice(from) }] : found;
}
