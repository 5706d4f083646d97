import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Lang } from './frames';
import { Catalog, plural } from './text';

// tests/text_cases.toml, which core/text.py is held to as well; Python reads it for us.
const read = 'import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], "rb"))))';
const python = process.env['VIRTUAL_ENV'] ? `${process.env['VIRTUAL_ENV']}/bin/python` : 'python3';
const cases = JSON.parse(execFileSync(python, ['-c', read, '../../../tests/text_cases.toml'], { encoding: 'utf-8' }));

describe('the cases of tests/text_cases.toml', () => {
  for (const one of cases.case) {
    for (const lang of ['en', 'fr', 'de'] as Lang[]) {
      it(`${lang}: ${one.message} ${JSON.stringify(one.values ?? {})}`, () => {
        expect(new Catalog(lang, cases.entries).fill(one.message, one.values ?? {})).toBe(one[lang] ?? one.en);
      });
    }
  }
});

it('knows the plurals of the three languages', () => {
  expect([0, 1, 2].map((n) => plural('fr', n))).toEqual(['one', 'one', 'other']);
  expect([0, 1, 2].map((n) => plural('de', n))).toEqual(['other', 'one', 'other']);
});
it('says the key where a sentence is missing', () => {
  expect(new Catalog('en', {}).say('web.nothing')).toBe('web.nothing');
});
