// Small woodcuts, upright on every tile: each a list of [class, path] about the point it stands on (its foot).
import type { Box } from './grid';

export type Layer = readonly [style: string, path: string];

/** A path moved to a point and scaled. Paths are written with absolute capital M and relative small letters. */
export const at = (path: string, x: number, y: number, scale = 1): string =>
  path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, letter: string, numbers: string) => {
    const values = (numbers.match(/-?\d*\.?\d+/g) ?? []).map((value) => Number(value) * scale);
    if (letter === 'M') return `M${round(values[0]! + x)} ${round(values[1]! + y)}`;
    if (letter === 'a') return `a${values[0]} ${values[1]} 0 ${Number(numbers.match(/-?\d*\.?\d+/g)![3])} ${Number(numbers.match(/-?\d*\.?\d+/g)![4])} ${round(values[5]!)} ${round(values[6]!)}`;
    return letter + values.map(round).join(' ');
  });

const reaches = new Map<readonly Layer[], Box>();

/** The box that a glyph needs about its foot; of a curve, all that guides it. */
export function reachOf(glyph: readonly Layer[]): Box {
  const known = reaches.get(glyph);
  if (known) return known;
  const box = { west: 0, east: 0, north: 0, south: 0 };
  for (const [, path] of glyph) {
    let [x, y] = [0, 0];
    for (const [, letter, numbers] of path.matchAll(/([Mlhvc])([^a-zA-Z]*)/g)) {
      const values = numbers!.match(/-?\d*\.?\d+/g)!.map(Number);
      const steps = letter === 'h' ? [values[0]!, 0] : letter === 'v' ? [0, values[0]!] : values;
      if (letter === 'M') [x, y] = [0, 0];
      for (let n = 0; n < steps.length; n += 2) {
        const [east, south] = [x + steps[n]!, y + steps[n + 1]!];
        Object.assign(box, { west: Math.min(box.west, east), east: Math.max(box.east, east), north: Math.min(box.north, south), south: Math.max(box.south, south) });
      }
      [x, y] = [x + steps.at(-2)!, y + steps.at(-1)!];
    }
  }
  reaches.set(glyph, box);
  return box;
}

export const round = (value: number): number => Math.round(value * 10) / 10;

export const HOUSE: Layer[] = [
  ['lime', 'M-5.5 0v-5h11v5z'],
  ['roof', 'M-7 -4.5l4.2 -6.5h5.6l4.2 6.5z'],
  ['cut', 'M-5.5 0v-4.5M5.5 0v-4.5M-5.5 0h11M-7 -4.5l4.2 -6.5h5.6l4.2 6.5zM-1.2 0v-2.8h2.4v2.8M-3.6 -5.2l2.2 -4.2M-0.4 -5.2l1.2 -4.2M2.9 -5.2l0.4 -3.6'],
];
export const CHURCH: Layer[] = [
  ['lime', 'M-3 0v-9h15v9zM-8.5 0v-14h6.5v14z'],
  ['roof', 'M-3 -8l3 -5.5h10l3.5 5.5zM-9.5 -13.5l4.2 -9.5l4.2 9.5z'],
  ['cut', 'M-8.5 0v-13.5M-2 0v-13M12 0v-8M-8.5 0h20.5M-3 -8l3 -5.5h10l3.5 5.5zM-9.5 -13.5l4.2 -9.5l4.2 9.5zM-5.3 -23v-4M-7 -25.6h3.4M-5.2 -7.5v3.4M2 0v-3.6h2.6v3.6M7.6 -2.6v-2.6'],
];
export const FLAG: Layer[] = [
  ['cloth', 'M0.8 -21h14v9.4h-14z'],
  ['bars', 'M0.8 -17.5h14v2.4h-14zM5 -21h2.4v9.4h-2.4z'],
  ['cut', 'M0.8 -21h14v9.4h-14z'],
  ['pole', 'M0 0v-23'],
];
export const POST: Layer[] = [
  ['timber', 'M-7 1v-8h14v8z'],
  ['timber', 'M-8.6 -7v-5h17.2v5z'],
  ['roof', 'M-9.6 -12l9.6 -6.4l9.6 6.4z'],
  ['cut', 'M-7 1v-8h14v8zM-8.6 -7v-5h17.2v5zM-9.6 -12l9.6 -6.4l9.6 6.4zM-7 -1.6h14M-7 -4.3h14M-8.6 -9.5h17.2'],
  ['door', 'M-2 1v-5h4v5z'],
];
export const FARM: Layer[] = [
  ['lime', 'M-15 8v-13h30v13z'],
  ['thatch', 'M-19 -4l8 -15h22l8 15z'],
  ['cut', 'M-15 8v-12M15 8v-12M-15 8h30M-19 -4l8 -15h22l8 15zM-15 -6l6 -11M-9.5 -5l4 -12.5M-3.6 -5l1.6 -12.5M2.2 -5v-12.5M8 -5l-2 -12.5M13.6 -6l-5 -11'],
  ['door', 'M-5 8v-8.4h10v8.4z'],
  ['cut', 'M-5 -0.4l10 8.4M5 -0.4l-10 8.4'],
  ['cut', 'M-11.6 1v-2.6h3.2v2.6zM8.4 1v-2.6h3.2v2.6z'],
];
export const FENCE: Layer[] = [['fence', 'M-24 16v-5M-16 17v-5M-8 17.4v-5M8 17.4v-5M16 17v-5M24 16v-5M-25 13.4l17 1M8 14.4l17 -1']];
export const BISON: Layer[] = [
  [
    'beast',
    'M-10 -4.5c-0.4 -3 1.6 -4.6 4.4 -4.8c1.6 -3.2 5.8 -4.6 8.8 -2.6c1.6 0.4 3 1 4 2.2c2 0.2 3.4 1.6 3.3 3.6c0 1.6 -1.2 3.3 -2.7 3.9c-1 0.5 -1.6 -0.1 -2.2 -0.9c-0.4 0.8 -0.8 1.2 -1.4 1.5v2.6h-2v-2.4l-5 -0.6l-0.6 3h-1.9l-0.1 -3c-0.9 -0.3 -1.6 -0.8 -2.1 -1.5l-0.7 4.5h-1.9z',
  ],
  ['horn', 'M8 -9.4c1.6 0.2 2.2 -0.9 1.9 -2.3'],
  ['horn', 'M-10 -5.6c-1.2 0.8 -1.6 2 -1.6 3.6'],
];
export const TREE: Layer[] = [
  ['leaf', 'M0 -14l4.8 6.4h-2.2l3.4 5.6h-12l3.4 -5.6h-2.2z'],
  ['cut', 'M0 -14l4.8 6.4h-2.2l3.4 5.6h-12l3.4 -5.6h-2.2zM0 -2v2.8M1.6 -3.2l-1.2 -3M3.6 -2.8l-1.2 -2.4'],
];
export const OAK: Layer[] = [
  ['leaf', 'M-5 -4.4c-2.2 -2 -0.8 -5 1.4 -5.2c0.8 -2.8 5.4 -3.2 6.6 -0.6c2.8 0.2 3.8 4 1.4 5.8c-1 1.6 -3.6 1.6 -4.6 0.6c-1.6 0.8 -3.8 0.8 -4.8 -0.6z'],
  ['cut', 'M-5 -4.4c-2.2 -2 -0.8 -5 1.4 -5.2c0.8 -2.8 5.4 -3.2 6.6 -0.6c2.8 0.2 3.8 4 1.4 5.8c-1 1.6 -3.6 1.6 -4.6 0.6c-1.6 0.8 -3.8 0.8 -4.8 -0.6zM0 -3.6v4.4M2.6 -5.4c0.8 -0.4 1 -1.2 0.8 -2M0.6 -5.4c0.8 -0.4 1 -1.2 0.8 -2'],
];
export const TUFT = 'M-2.4 0l-1 -2.8M-1 0l0 -3.8M0.6 0l1.4 -3.2';
