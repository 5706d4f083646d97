// The twin of core/text.py: sentences by key, in the same small subset of ICU MessageFormat.
import type { Lang, Values } from './frames';
import { kept } from './kept';

export class Catalog {
  constructor(
    readonly language: Lang,
    readonly entries: Readonly<Record<string, string>>,
  ) {}

  has(key: string): boolean {
    return key in this.entries;
  }

  /** The sentence; a key that is missing says itself, so that a page never breaks for a word. */
  say(key: string, values: Values = {}): string {
    const message = this.entries[key];
    return message === undefined ? key : this.fill(message, values);
  }

  fill(message: string, values: Values): string {
    return parts(message)
      .map((part) => this.part(part, values))
      .join('');
  }

  private part(part: string, values: Values): string {
    if (!part.startsWith('{')) return part;
    const [name, kind, forms] = cut(part.slice(1, -1));
    const value = values[name];
    if (value === undefined) return part;
    if (kind === '') return shown(value);
    if (kind === 'word') return this.say(`word.${value}`);
    if (kind === 'player') return String(values['players']?.[Number(value)] ?? value);
    const chosen = formsOf(forms);
    if (kind === 'reader') return this.fill(chosen[values['reader'] === value ? 'you' : 'other'] ?? '', values);
    if (kind === 'plural') {
      const text = chosen[`=${value}`] ?? chosen[plural(this.language, Number(value))] ?? chosen['other'] ?? '';
      return this.fill(text.replaceAll('#', String(value)), values);
    }
    if (kind === 'select') return this.fill(chosen[shown(value)] ?? chosen['other'] ?? '', values);
    return part;
  }
}

/** As Python writes a value. */
function shown(value: unknown): string {
  return value === true ? 'True' : value === false ? 'False' : String(value);
}

/** The plural category of a whole number: French says 0 like 1. */
export function plural(language: Lang, n: number): 'one' | 'other' {
  return n === 1 || (n === 0 && language === 'fr') ? 'one' : 'other';
}

const cut = kept((inside: string): readonly [string, string, string] => {
  const [name = '', kind = '', ...rest] = inside.split(',');
  return [name.trim(), kind.trim(), rest.join(',').trim()];
});

/** Plain text and `{...}` by turns, braces nested. */
const parts = kept((message: string): readonly string[] => {
  const found: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < message.length; at++) {
    if (message[at] === '{') {
      if (depth === 0 && at > start) found.push(message.slice(start, at));
      if (depth === 0) start = at;
      depth++;
    } else if (message[at] === '}') {
      depth--;
      if (depth === 0) {
        found.push(message.slice(start, at + 1));
        start = at + 1;
      }
    }
  }
  if (start < message.length) found.push(message.slice(start));
  return found;
});

const formsOf = kept((text: string): Readonly<Record<string, string>> => {
  const forms: Record<string, string> = {};
  let label = '';
  for (const part of parts(text)) {
    if (part.startsWith('{')) forms[label] = part.slice(1, -1);
    else label = part.trim();
  }
  return forms;
});
