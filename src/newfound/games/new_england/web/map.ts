// Where things lie on the drawing of the coast.
export const PLOT = 60;
/** How much of the sea and the forest around is shown. */
export const RIM = 44;

export interface Spot {
  x: number;
  y: number;
}

export interface Box extends Spot {
  w: number;
  h: number;
}

/** The size of the drawing of a map with its frame. */
export function extent(map: readonly string[]): { w: number; h: number } {
  return { w: (map[0]!.length - 2) * PLOT + 2 * RIM, h: (map.length - 2) * PLOT + 2 * RIM };
}

/** The corner of a plot: columns a to k from the left, rows from the bottom up. */
export function corner(plot: string, map: readonly string[]): Spot {
  const row = map.length - 2 - Number(plot.slice(1));
  return { x: RIM + (plot.charCodeAt(0) - 97) * PLOT, y: RIM + row * PLOT };
}

/** The rectangle around plots that lie side by side. */
export function around(plots: readonly string[], map: readonly string[]): Box {
  const corners = plots.map((plot) => corner(plot, map));
  const x = Math.min(...corners.map((at) => at.x));
  const y = Math.min(...corners.map((at) => at.y));
  return { x, y, w: Math.max(...corners.map((at) => at.x)) - x + PLOT, h: Math.max(...corners.map((at) => at.y)) - y + PLOT };
}

export function middle(plots: readonly string[], map: readonly string[]): Spot {
  const corners = plots.map((plot) => corner(plot, map));
  const mean = (of: number[]) => of.reduce((all, one) => all + one, 0) / of.length + PLOT / 2;
  return { x: mean(corners.map((at) => at.x)), y: mean(corners.map((at) => at.y)) };
}

/** All plots, row by row from the top. */
export function plotsOf(map: readonly string[]): string[] {
  const inner = map.slice(1, -1);
  return inner.flatMap((line, row) =>
    [...line.slice(1, -1)].flatMap((mark, column) => (mark === '.' ? [`${String.fromCharCode(97 + column)}${inner.length - row}`] : [])),
  );
}

/** The box of a sign of the map, its frame of sea and forest cut to the rim. */
export function signBox(row: number, column: number, map: readonly string[]): Box {
  const along = (at: number, signs: number): [number, number] =>
    at === 0 ? [0, RIM] : [RIM + (at - 1) * PLOT, at === signs - 1 ? RIM : PLOT];
  const [x, w] = along(column, map[0]!.length);
  const [y, h] = along(row, map.length);
  return { x, y, w, h };
}

export function boxesOf(sign: string, map: readonly string[]): Box[] {
  return map.flatMap((line, row) => [...line].flatMap((mark, column) => (mark === sign ? [signBox(row, column, map)] : [])));
}

/** Boxes as one path. */
export const outline = (boxes: readonly Box[]): string => boxes.map(({ x, y, w, h }) => `M${x} ${y}h${w}v${h}h${-w}z`).join('');

/** A number from 0 to 1 that is always the same for the same place: the coast is not drawn with a ruler. */
export function grain(x: number, y: number): number {
  const n = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return n - Math.floor(n);
}

const SIDES = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
] as const;

/** The beach: beyond each edge between land and sea a strip with a ragged rim, as one path. */
export function beach(map: readonly string[]): string {
  const strips: string[] = [];
  map.forEach((line, row) =>
    [...line].forEach((mark, column) => {
      if (mark === '~') return;
      for (const [down, right] of SIDES) if (map[row + down]?.[column + right] === '~') strips.push(strip(signBox(row, column, map), down, right));
    }),
  );
  return strips.join('');
}

function strip({ x, y, w, h }: Box, down: number, right: number): string {
  const from = { x: right > 0 ? x + w : x, y: down > 0 ? y + h : y };
  const to = { x: right < 0 ? x : x + w, y: down < 0 ? y : y + h };
  const out = (t: number, far: number) =>
    `${round(from.x + (to.x - from.x) * t + right * far)} ${round(from.y + (to.y - from.y) * t + down * far)}`;
  const far = (t: number) => 3.5 + 5 * grain(from.x + t * 31 * (to.x - from.x), from.y + t * 17 * (to.y - from.y));
  const ends = `M${out(-0.03, 0)}L${out(-0.03, 4)}`;
  return `${ends}Q${out(0.12, far(0.1))} ${out(0.28, far(0.3))}T${out(0.55, far(0.5))}T${out(0.8, far(0.8))}T${out(1.03, 4)}L${out(1.03, 0)}Z`;
}

const round = (n: number) => Math.round(n * 10) / 10;

/** Trees on the forest's boxes, the far ones first: the foot of each. */
export function trees(boxes: readonly Box[]): Spot[] {
  const found: Spot[] = [];
  for (const { x, y, w, h } of boxes) {
    const [across, along] = [Math.max(1, Math.round(w / 17)), Math.max(1, Math.round(h / 15))];
    for (let row = 0; row < along; row++)
      for (let column = 0; column < across; column++) {
        const at = { x: x + ((column + 0.5 + (row % 2 ? 0.22 : -0.22)) * w) / across, y: y + ((row + 1) * h) / along };
        found.push({ x: round(at.x + 5 * (grain(at.x, at.y) - 0.5)), y: round(at.y + 4 * (grain(at.y, at.x) - 0.5)) });
      }
  }
  return found.sort((a, b) => a.y - b.y);
}
