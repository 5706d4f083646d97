// Every tile of the set that is played with: its parts found again in the drawing.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { draw, stacked, stamp } from './art';
import type { Values } from '$shell/frames';
import { HOUSE } from './glyphs';
import type { Kind, Part, View } from './seen';
import { FINE, nameOf, partAt, partNamed, planOf, spotOf } from './shape';
import { turned, type Point } from './grid';
import { edgesOf } from './words';

/** The kinds of the set, as the view describes them. */
function kindsOf(text: string): [string, Kind][] {
  return text.split('[[tile]]').slice(1).map((tile) => {
    const parts: Part[] = [];
    const list = (name: string) => [...(new RegExp(`^${name} = \\[(.*)\\]$`, 'm').exec(tile)?.[1] ?? '').matchAll(/\{([^}]*)\}/g)].map((found) => found[1]!);
    const word = (of: string, name: string) => new RegExp(`${name} = "?([^",]*)"?`).exec(of)?.[1]?.trim() ?? '';
    if (/^farm = true/m.test(tile)) parts.push({ feature: 'farm', sides: [], winds: [], bonus: 0 });
    for (const one of list('towns')) parts.push({ feature: 'town', sides: [...word(one, 'edges')], winds: [], bonus: Number(word(one, 'flags')) });
    for (const one of list('trails')) parts.push({ feature: 'trail', sides: [...word(one, 'edges')], winds: [], bonus: Number(word(one, 'posts')) });
    for (const one of list('plains')) parts.push({ feature: 'plain', sides: [], winds: word(one, 'at').split(' '), bonus: Number(word(one, 'animals')) });
    return [word(tile, 'code'), { left: 1, edges: word(tile, 'edges'), parts }];
  });
}
const KINDS = kindsOf(readFileSync(new URL('../sets/standard.toml', import.meta.url), 'utf8'));
const EDGE: Record<string, Point> = { n: [50, 1], e: [99, 50], s: [50, 99], w: [1, 50] };
const HALF: Record<string, Point> = { nnw: [25, 1], nne: [75, 1], ene: [99, 25], ese: [99, 75], sse: [75, 99], ssw: [25, 99], wsw: [1, 75], wnw: [1, 25] };

it('reads the whole set', () => {
  expect(KINDS).toHaveLength(55);
});
it.each(KINDS)('%s: every edge and half-edge shows its part, in every turn', (_, kind) => {
  kind.parts.forEach((part, at) => {
    for (let turns = 0; turns < 4; turns++) {
      for (const side of part.sides) expect(partAt(kind, turns, turned(EDGE[side]!, turns))).toBe(at);
      for (const wind of part.winds) expect(partAt(kind, turns, turned(HALF[wind]!, turns))).toBe(at);
    }
  });
});
it.each(KINDS)('%s: a settler stands on its part, well inside the tile, and apart from the others', (_, kind) => {
  const spots = planOf(kind).spots;
  kind.parts.forEach((part, at) => {
    const [x, y] = spots[at]!;
    expect(partAt(kind, 0, [x, y])).toBe(at);
    expect(Math.min(x, y, 100 - x, 100 - y)).toBeGreaterThan(5);
    expect(spotOf(kind, 1, nameOf(part, 1))).toEqual(turned(spots[at]!, 1));
    spots.forEach((other, n) => n === at || expect(Math.hypot(other[0] - x, other[1] - y)).toBeGreaterThan(14));
  });
});
it.each(KINDS)('%s: every flag, post and animal is drawn, the same each time', (_, kind) => {
  const count = (feature: string) => kind.parts.filter((part) => part.feature === feature).reduce((sum, part) => sum + part.bonus, 0);
  for (let turns = 0; turns < 4; turns++) {
    const paths = (style: string) => draw(kind, turns).filter(([found]) => found === style).map(([, path]) => path).join('');
    expect((paths('beast').match(/M/g) ?? []).length).toBe(count('plain'));
    expect((paths('cloth').match(/M/g) ?? []).length).toBe(count('town'));
    expect((paths('timber').match(/M/g) ?? []).length).toBe(2 * count('trail'));
  }
});
it.each(KINDS)('%s: small as a stamp it shows the same with one path for each style, the lines last', (_, kind) => {
  const moves = (layers: readonly (readonly [string, string])[], style: string) => layers.filter(([found]) => found === style).map(([, path]) => path).join('');
  for (let turns = 0; turns < 4; turns++) {
    const [large, small] = [draw(kind, turns), stamp(draw(kind, turns))];
    const styles = small.map(([style]) => style);
    expect(new Set(styles).size).toBe(styles.length);
    for (const style of ['town', 'wall', 'track', 'lime', 'roof', 'cloth', 'beast', 'timber', 'cut']) expect(moves(small, style)).toBe(moves(large, style));
    if (styles.includes('cut')) expect(styles.at(-1)).toBe('cut');
  }
});
it.each(KINDS)('%s: turned so that it looks otherwise, it is told otherwise', (code, kind) => {
  const view = { kinds: { [code]: kind } } as unknown as View;
  const t = (_: string, values?: Values) => JSON.stringify(values);
  const looks = (turns: number) => kind.parts.map((part) => [part.feature, part.bonus, [...part.sides, ...part.winds].map((name) => `${turned((EDGE[name] ?? HALF[name])!, turns)}`).sort()].join()).sort();
  const pairs = new Set([0, 1, 2, 3].map((turns) => `${looks(turns)}\n${JSON.stringify(edgesOf(view, code, turns, { t }))}`));
  expect(new Set([...pairs].map((pair) => pair.split('\n')[1])).size).toBe(pairs.size);
});
it('draws houses that stand apart at once, and a nearer one over those behind it', () => {
  const styles = (...feet: Point[]) => stacked(feet.map((foot) => [foot, HOUSE, 1] as const)).map(([style]) => style);
  expect(styles([20, 20], [50, 20], [20, 60])).toEqual(['lime', 'roof', 'cut']);
  expect(styles([24, 24], [20, 20])).toEqual(['lime', 'roof', 'cut', 'lime', 'roof', 'cut']);
  expect(stacked([[[24, 24], HOUSE, 1], [[20, 20], HOUSE, 1]])[3]![1]).toContain('M18.5 24'); // the southern one
});
// tests/ground_cases.json, which ground.py is held to as well.
const CASES = JSON.parse(readFileSync(new URL('../tests/ground_cases.json', import.meta.url), 'utf8')) as Case[];
interface Case {
  code: string;
  parts: Part[];
  names: string[][];
}
it.each(CASES.map((one) => [one.code, one] as const))('%s: the plan that Python draws', (_, { code, parts, names, ...plan }) => {
  const { squares, spots, towns, trails, crossing, farm } = planOf({ left: 0, edges: '', parts });
  const letters = [...squares].map((part) => '.abcdefghij'[part + 1]).join('');
  const rounded = (point: Point) => point.map((n) => Math.round(n * 1e6) / 1e6);
  expect({
    squares: Array.from({ length: FINE }, (_row, at) => letters.slice(at * FINE, (at + 1) * FINE)),
    spots: spots.map(rounded),
    towns: towns.map(({ part, walls, area }) => [part, walls.length, area.length]),
    trails: trails.map(({ part, gate, line }) => [part, gate, ...rounded(line.at(-1)!)]),
    crossing: crossing ? rounded(crossing) : null,
    farm,
  }).toEqual(plan);
  expect([0, 1, 2, 3].map((turns) => parts.map((part) => nameOf(part, turns)))).toEqual(names);
  names.forEach((named, turns) => named.forEach((name, at) => expect(partNamed({ left: 0, edges: '', parts }, turns, name)).toBe(at)));
});
