// The ground plan of a tile, from the view's description of its parts: where towns are walled, how trails run, which plain is which,
// and where a settler stands on each. Any set of tiles works; nothing here knows a tile by its code.
import { featureOf, type Kind, type Part } from './seen';
import { turned, type Point } from './grid';

const SIDES = ['n', 'e', 's', 'w'];
const WINDS = ['nnw', 'nne', 'ene', 'ese', 'sse', 'ssw', 'wsw', 'wnw'];
const GATE: Record<string, Point> = { n: [50, 0], e: [100, 50], s: [50, 100], w: [0, 50] };
const HALF: Record<string, Point> = { nnw: [24, 2], nne: [76, 2], ene: [98, 24], ese: [98, 76], sse: [76, 98], ssw: [24, 98], wsw: [2, 76], wnw: [2, 24] };
const CENTRE: Point = [50, 50];
export const TRAIL = 12; // how wide a trail is
export const FINE = 40; // the ground plan is this many squares wide
const STEP = 100 / FINE;

/** The wall from the start of the first unwalled side to the end of the last, for one, two or three sides in a row; drawn for north. */
const WALLS: Point[][] = [
  [[0, 0], [19, 17], [37, 23], [63, 23], [81, 17], [100, 0]],
  [[0, 0], [26, 31], [47, 53], [69, 74], [100, 100]],
  [[0, 0], [22, 19], [29, 38], [29, 62], [22, 81], [0, 100]],
];

export interface Town {
  area: Point[];
  walls: Point[][];
}

/** A town on these sides: straight along them, walled on the others. */
export function townOn(sides: readonly string[]): Town {
  const town: Town = { area: [], walls: [] };
  const inside = SIDES.map((side) => sides.includes(side));
  const start = inside.indexOf(true);
  for (let step = 0; step < 4; ) {
    const side = (start + step) % 4;
    if (inside[side]) {
      town.area.push(turned([0, 0], side), turned([100, 0], side));
      step++;
      continue;
    }
    let run = 1;
    while (step + run < 4 && !inside[(side + run) % 4]) run++;
    const wall = WALLS[run - 1]!.map((point) => turned(point, side));
    town.walls.push(wall);
    town.area.push(...wall);
    step += run;
  }
  return town;
}

function within([x, y]: Point, area: readonly Point[]): boolean {
  let odd = false;
  for (let at = 0, before = area.length - 1; at < area.length; before = at++) {
    const [ax, ay] = area[at]!;
    const [bx, by] = area[before]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
export const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Points along a trail, from its edge on. A trail that ends on the tile ends at the crossing, the farm, or the gate of a town. */
function lineOf(part: Part, kind: Kind, towns: readonly Town[]): Point[] {
  const [from, to] = part.sides.map((side) => GATE[side]!) as [Point, Point | undefined];
  const away = kind.parts.filter((one) => one.feature === 'town' && one.sides.length === 1);
  const pull = away.length === 1 ? between(CENTRE, GATE[away[0]!.sides[0]!]!, -0.16) : CENTRE;
  const steps = Array.from({ length: 17 }, (_, at) => at / 16);
  if (to) {
    const straight = apart(from, to) > 90;
    const bow = straight ? between(CENTRE, pull, 2) : between(CENTRE, between(from, to, 0.5), 0.12);
    return steps.map((t) => between(between(from, bow, t), between(bow, to, t), t));
  }
  const single = kind.parts.filter((one) => one.feature === 'trail' && one.sides.length === 1).length;
  const farm = kind.parts.some((one) => one.feature === 'farm');
  const end = single > 2 ? pull : CENTRE;
  const line = steps.map((t) => between(from, end, t));
  if (single > 2 || farm || towns.length === 0) return line;
  const goal = [...towns].map((town) => centreOf(town.area)).sort((a, b) => apart(a, between(from, CENTRE, 2)) - apart(b, between(from, CENTRE, 2)))[0]!;
  const far = [...line, ...steps.map((t) => between(CENTRE, goal, t))];
  const gate = far.findIndex((point) => towns.some((town) => within(point, town.area)));
  return gate > 0 ? far.slice(0, gate + 1) : far;
}

function centreOf(area: readonly Point[]): Point {
  return [area.reduce((sum, [x]) => sum + x, 0) / area.length, area.reduce((sum, [, y]) => sum + y, 0) / area.length];
}

export interface Plan {
  towns: (Town & { part: number })[];
  trails: { part: number; line: Point[]; gate: boolean }[];
  /** Where three or more trails meet. */
  crossing: Point | undefined;
  farm: boolean;
  /** The part at each square, row by row; -1 for none. */
  squares: Int8Array;
  /** Where a settler stands, by part. */
  spots: Point[];
}

const plans = new Map<string, Plan>();

/** The plan of a tile as it lies unturned. */
export function planOf(kind: Kind): Plan {
  const key = JSON.stringify(kind.parts);
  let plan = plans.get(key);
  if (!plan) plans.set(key, (plan = lay(kind)));
  return plan;
}

function lay(kind: Kind): Plan {
  const indexed = kind.parts.map((part, at) => [part, at] as const);
  const towns = indexed.filter(([part]) => part.feature === 'town').map(([part, at]) => ({ ...townOn(part.sides), part: at }));
  const trails = indexed
    .filter(([part]) => part.feature === 'trail')
    .map(([part, at]) => {
      const line = lineOf(part, kind, towns);
      return { part: at, line, gate: part.sides.length === 1 && towns.some((town) => within(line.at(-1)!, town.area)) };
    });
  const ends = trails.filter(({ part, gate }) => kind.parts[part]!.sides.length === 1 && !gate);
  const farm = kind.parts.findIndex((part) => part.feature === 'farm');
  const crossing = ends.length > 2 ? ends[0]!.line.at(-1) : undefined;
  const squares = new Int8Array(FINE * FINE).fill(-1);
  const middleOf = (at: number): Point => [((at % FINE) + 0.5) * STEP, (Math.floor(at / FINE) + 0.5) * STEP];
  for (let at = 0; at < squares.length; at++) {
    const point = middleOf(at);
    const town = towns.find((one) => within(point, one.area));
    const trail = trails.find(({ line }) => line.some((step) => apart(step, point) < TRAIL / 2));
    if (town) squares[at] = town.part;
    else if (farm >= 0 && Math.abs(point[0] - 50) < 20 && Math.abs(point[1] - 50) < 18) squares[at] = farm;
    else if (trail) squares[at] = nearest(point, trails);
  }
  for (const [part, at] of indexed) if (part.feature === 'plain') for (const wind of part.winds) flood(squares, HALF[wind]!, at);
  const onTrail = ({ part, line }: Plan['trails'][number]) => line[Math.round((line.length - 1) * (kind.parts[part]!.sides.length === 2 ? 0.5 : crossing ? 0.4 : 0.45))]!;
  const busy = [...trails.map(onTrail), ...(farm >= 0 ? [CENTRE] : [])];
  const spots = kind.parts.map((part, at) => {
    if (part.feature === 'farm') return [50, 56] as Point;
    const trail = trails.find((one) => one.part === at);
    return trail ? onTrail(trail) : heart(squares, at, middleOf, busy);
  });
  return { towns, trails, crossing, farm: farm >= 0, squares, spots };
}

function nearest(point: Point, trails: Plan['trails']): number {
  const far = (line: readonly Point[]) => Math.min(...line.map((step) => apart(step, point)));
  return trails.reduce((best, one) => (far(one.line) < far(best.line) - 0.01 ? one : best)).part;
}

/** Fills the empty squares around a point. */
function flood(squares: Int8Array, [x, y]: Point, part: number): void {
  const queue = [Math.floor(y / STEP) * FINE + Math.floor(x / STEP)];
  while (queue.length > 0) {
    const at = queue.pop()!;
    if (squares[at] !== -1) continue;
    squares[at] = part;
    if (at % FINE > 0) queue.push(at - 1);
    if (at % FINE < FINE - 1) queue.push(at + 1);
    if (at >= FINE) queue.push(at - FINE);
    if (at < FINE * (FINE - 1)) queue.push(at + FINE);
  }
}

/** The point of a part that is furthest from all others, from the edge of the tile, and from where others stand. */
function heart(squares: Int8Array, part: number, middleOf: (at: number) => Point, busy: readonly Point[]): Point {
  let best: Point = CENTRE;
  let room = -Infinity;
  for (let at = 0; at < squares.length; at++) {
    if (squares[at] !== part) continue;
    const [x, y] = middleOf(at);
    const crowd = busy.reduce((sum, spot) => sum + Math.max(0, 32 - apart(spot, [x, y])), 0);
    const found = Math.min(16, roomAt(squares, part, x, y)) - 0.02 * apart([x, y], CENTRE) - 0.45 * crowd;
    if (found > room) [best, room] = [[x, y], found];
  }
  return best;
}

/** How far this point is from whatever is not this part. */
export function roomAt(squares: Int8Array, part: number, x: number, y: number): number {
  let room = Math.min(x, y, 100 - x, 100 - y) + 4;
  for (let ring = 1; ring * STEP < room; ring++) {
    for (let turn = 0; turn < 16; turn++) {
      const angle = (turn * Math.PI) / 8;
      const column = Math.floor((x + Math.cos(angle) * ring * STEP) / STEP);
      const row = Math.floor((y + Math.sin(angle) * ring * STEP) / STEP);
      if (column < 0 || row < 0 || column >= FINE || row >= FINE) continue;
      if (squares[row * FINE + column] !== part) return ring * STEP;
    }
  }
  return room;
}

/** How `settle` and `score` name a part of a tile that lies so: by its first side or half-edge, clockwise from the north. */
export function nameOf(part: Part, turns: number): string {
  if (part.feature === 'farm') return 'farm';
  const names = part.feature === 'plain' ? WINDS : SIDES;
  const by = part.feature === 'plain' ? 2 * turns : turns;
  const first = Math.min(...(part.feature === 'plain' ? part.winds : part.sides).map((name) => (names.indexOf(name) + by) % names.length));
  return `${part.feature}-${names[first]}`;
}

const ROSE = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

/** Which way a part lies from the middle of its tile; `here` where it lies on both sides of it. */
export function towards(part: Part, turns: number): string {
  const ends = [...part.sides.map((side) => GATE[side]!), ...part.winds.map((wind) => HALF[wind]!)].map((end) => turned(end, turns));
  const [x, y] = [0, 1].map((axis) => ends.reduce((sum, end) => sum + end[axis]! - 50, 0)) as [number, number];
  return Math.hypot(x, y) < 1 ? 'here' : ROSE[(Math.round(Math.atan2(x, -y) / (Math.PI / 4)) + 8) % 8]!;
}

export function partNamed(kind: Kind, turns: number, name: string): number {
  return kind.parts.findIndex((part) => part.feature === featureOf(name) && nameOf(part, turns) === name);
}

/** Where a settler on this part stands, on the tile as it lies. */
export function spotOf(kind: Kind, turns: number, name: string): Point {
  const part = partNamed(kind, turns, name);
  return turned(planOf(kind).spots[part] ?? CENTRE, turns);
}

/** The part under a point of the tile as it lies. */
export function partAt(kind: Kind, turns: number, point: Point): number {
  const [x, y] = turned(point, 4 - turns);
  const at = (value: number) => Math.min(FINE - 1, Math.max(0, Math.floor(value / STEP)));
  return planOf(kind).squares[at(y) * FINE + at(x)]!;
}
