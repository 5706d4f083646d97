// A tile as a woodcut: a few paths for each style, the same for the same tile. Ground turns with the tile; houses, flags and beasts stay upright.
import { BISON, CHURCH, FARM, FENCE, FLAG, HOUSE, OAK, POST, TREE, TUFT, at, reachOf, round, type Layer } from './glyphs';
import { turned, type Box, type Point } from './grid';
import type { Kind } from './seen';
import { apart, planOf, roomAt, type Plan } from './shape';

/** Where a glyph stands, and how large. */
type Placed = readonly [foot: Point, glyph: Layer[], scale: number];

const drawn = new WeakMap<Kind['parts'], Layer[][]>();

/** What to draw, from the ground up: [style, path], in the units of the tile. */
export function draw(kind: Kind, turns: number): Layer[] {
  let ways = drawn.get(kind.parts);
  if (!ways) drawn.set(kind.parts, (ways = []));
  return (ways[turns] ??= cut(kind, turns));
}

/** Draws all these in every turn while the browser has nothing else to do: a tile that is drawn from the pile is shown at once. */
export function drawAhead(kinds: readonly Kind[]): () => void {
  const left = kinds.flatMap((kind) => [0, 1, 2, 3].map((turns) => () => void draw(kind, turns)));
  let timer: ReturnType<typeof setTimeout>;
  const some = () => {
    const until = performance.now() + 4;
    while (left.length > 0 && performance.now() < until) left.pop()!();
    if (left.length > 0) timer = setTimeout(some, 40);
  };
  timer = setTimeout(some, 200);
  return () => clearTimeout(timer);
}

/** What cannot be made out on a tile as small as a stamp. */
const FINE = new Set(['rut', 'tuft']);

/** A tile as small as a stamp: one path for each style, the lines over all areas. Half as many things for the browser to hold. */
export function stamp(layers: readonly Layer[]): Layer[] {
  const paths = new Map<string, string>();
  for (const [style, path] of layers) if (!FINE.has(style)) paths.set(style, (paths.get(style) ?? '') + path);
  const lines = paths.get('cut');
  paths.delete('cut');
  return [...paths, ...(lines ? [['cut', lines] as const] : [])];
}

/** The same as text, ground and rim with it, for a tile whose corner is there. */
export function picture(kind: Kind, turns: number, x: number, y: number, small = false): string {
  const layers = draw(kind, turns);
  const paths = moved(small ? stamp(layers) : layers, x, y).map(([style, path]) => `<path class="${style}" d="${path}"/>`);
  return `<rect class="land" x="${x}" y="${y}" width="100" height="100"/>${paths.join('')}<rect class="rim" x="${x + 0.4}" y="${y + 0.4}" width="99.2" height="99.2"/>`;
}

/** The layers of a tile whose corner is there. Only M and L are absolute in our paths. */
function moved(layers: Layer[], x: number, y: number): Layer[] {
  if (x === 0 && y === 0) return layers;
  const shift = (_: string, letter: string, across: string, down: string) => `${letter}${round(Number(across) + x)} ${round(Number(down) + y)}`;
  return layers.map(([style, path]) => [style, path.replace(/([ML])(-?[\d.]+) (-?[\d.]+)/g, shift)]);
}

const line = (points: readonly Point[], closed = false) => points.map(([x, y], n) => `${n ? 'L' : 'M'}${round(x)} ${round(y)}`).join('') + (closed ? 'z' : '');

function cut(kind: Kind, turns: number): Layer[] {
  const plan = planOf(kind);
  const turn = (points: readonly Point[]) => points.map((point) => turned(point, turns));
  const dice = luck(JSON.stringify(kind.parts));
  const layers: Layer[] = [];
  const taken: [Point, number][] = plan.spots.map((spot) => [turned(spot, turns), 11]);
  const ground = new Ground(plan, turns, dice, taken);

  const lines = plan.trails.map((trail) => line(turn(trail.line))).join('');
  if (lines) layers.push(['bank', lines], ['track', lines], ['rut', lines]);
  if (plan.crossing) {
    const [x, y] = turned(plan.crossing, turns);
    layers.push(['well', at('M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z', x, y)], ['pole', at('M0 3v-10', x, y)], ['sign', at('M-6 -7.5h9l3 2l-3 2h-9z', x, y)]);
  }
  const walls = plan.towns.flatMap((town) => town.walls.map((wall) => line(turn(wall)))).join('');
  layers.push(['town', plan.towns.map((town) => line(turn(town.area), true)).join('')], ['wall', walls], ['stones', walls]);
  for (const trail of plan.trails) {
    if (!trail.gate) continue;
    const [x, y] = turned(trail.line.at(-1)!, turns);
    layers.push(['door', at('M-6 4.5v-6a6 6 0 0 1 12 0v6z', x, y)]);
  }

  // What counts is placed first, so that it always finds room.
  const standing: Placed[] = [];
  const put = (part: number, glyph: Layer[], room: number, far: number, scale = 1): boolean => {
    const place = ground.place(part, room, far);
    if (place) standing.push([place, glyph, scale]);
    return place !== undefined;
  };
  kind.parts.forEach((part, index) => {
    if (part.feature === 'trail') {
      const road = plan.trails.find((one) => one.part === index)!.line;
      for (let post = 0; post < part.bonus; post++) {
        const [x, y] = turned(road[Math.round((road.length - 1) * (0.19 + 0.28 * post))]!, turns);
        standing.push([[x, y + 5], POST, 0.95]);
        taken.push([[x, y - 4], 11]);
      }
      return;
    }
    for (let one = 0; one < part.bonus; one++) {
      if (part.feature === 'town') put(index, FLAG, 5, 13, 1.05) || put(index, FLAG, 2, 8, 1.05);
      else put(index, BISON, 6, 12, 1.05) || put(index, BISON, 3, 8, 0.95) || put(index, BISON, 0, 4, 0.9);
    }
  });
  if (plan.farm) {
    standing.push([[50, 52], FARM, 0.86]);
    taken.push([[50, 50], 27]);
  }
  kind.parts.forEach((part, index) => {
    if (part.feature === 'town') {
      if (part.sides.length > 1) put(index, CHURCH, 10, 16, 1);
      for (let house = 0; house < 2 + 3 * part.sides.length; house++) put(index, HOUSE, 5, 13.5, 1);
    }
    if (part.feature === 'plain') for (let tree = 0; tree < 2; tree++) put(index, dice() < 0.5 ? TREE : OAK, 6, 11, 0.9);
  });
  const tufts: string[] = [];
  kind.parts.forEach((part, index) => {
    if (part.feature !== 'plain') return;
    for (let tuft = 0; tuft < 7; tuft++) {
      const place = ground.place(index, 3, 7);
      if (place) tufts.push(at(TUFT, place[0], place[1]));
    }
  });
  if (plan.farm) layers.push(['furrow', 'M24 38q26 -16 52 0M22 44q4 -3 8 -4M70 40q5 1 8 4M24 66q26 14 52 0M28 72q22 10 44 0']);
  layers.push(['tuft', tufts.join('')]);
  layers.push(...stacked(standing));
  if (plan.farm) for (const [style, path] of FENCE) layers.push([style, at(path, 50, 52, 0.86)]);
  return merged(layers);
}

/** Finds free places on a tile as it lies. */
class Ground {
  constructor(
    private plan: Plan,
    private turns: number,
    private dice: () => number,
    private taken: [Point, number][],
  ) {}

  /** A place on this part with room around it, some way off from all that stands already. */
  place(part: number, room: number, far: number): Point | undefined {
    for (let tries = 0; tries < 60; tries++) {
      const point: Point = [6 + 88 * this.dice(), 6 + 88 * this.dice()];
      if (roomAt(this.plan.squares, part, ...point) <= room) continue;
      const here = turned(point, this.turns);
      if (this.taken.some(([other, size]) => apart(other, here) < Math.max(far, size))) continue;
      this.taken.push([here, far]);
      return [here[0], here[1] + Math.min(4, room)];
    }
    return undefined;
  }
}

/** Glyphs on their feet, those further north behind: one path for each style, more only where one stands before another. A browser counts every path. */
export function stacked(standing: readonly Placed[]): Layer[] {
  const layers: [style: string, path: string][] = [];
  const behind: { box: Box; last: number }[] = [];
  for (const [[x, y], glyph, scale] of [...standing].sort((a, b) => a[0][1] - b[0][1])) {
    const reach = reachOf(glyph);
    const box = { west: x + reach.west * scale, east: x + reach.east * scale, north: y + reach.north * scale, south: y + reach.south * scale };
    const hidden = behind.filter(({ box: other }) => other.west < box.east && other.east > box.west && other.north < box.south && other.south > box.north);
    let last = Math.max(-1, ...hidden.map((one) => one.last)) + 1;
    for (const [style, path] of glyph) {
      const found = layers.findIndex((layer, n) => n >= last && layer[0] === style);
      last = found < 0 ? layers.push([style, '']) - 1 : found;
      layers[last]![1] += at(path, x, y, scale);
    }
    behind.push({ box, last });
  }
  return layers;
}

/** One path where neighbours have the same style: fewer things for the browser to hold. */
function merged(layers: readonly Layer[]): Layer[] {
  const found: [string, string][] = [];
  for (const [style, path] of layers) {
    if (!path) continue;
    if (found.at(-1)?.[0] === style) found.at(-1)![1] += path;
    else found.push([style, path]);
  }
  return found;
}

/** A small generator, the same numbers for the same words. */
export function luck(words: string): () => number {
  let state = 2166136261;
  for (let n = 0; n < words.length; n++) state = Math.imul(state ^ words.charCodeAt(n), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
