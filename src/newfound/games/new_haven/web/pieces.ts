// The words and shapes of New Haven's pieces, as the page draws them. No rule.
import type { Resource } from './view.gen';

export const RESOURCES: readonly Resource[] = ['wheat', 'timber', 'sheep', 'stone'];

const OF_LETTER: Record<string, Resource> = { W: 'wheat', T: 'timber', S: 'sheep', R: 'stone' };

export const isFace = (word: string): boolean => /^[WTSR]{4}$/.test(word);
export const isBuilding = (word: string): boolean => /^(wheat|timber|sheep|stone)-[1-6]$/.test(word);
export const isCell = (word: string): boolean => /^[a-g][1-7]$/.test(word);

/** The four squares of a face: top left, top right, bottom left, bottom right. */
export function squaresOf(face: string): Resource[] {
  return [...face].map((letter) => OF_LETTER[letter]!);
}

/** The face after a quarter turn clockwise. */
export function turned(face: string): string {
  const [a, b, c, d] = face;
  return `${c}${a}${d}${b}`;
}

/** How a tile in hand is named, however it lies: its least face. */
export function least(face: string): string {
  const order = (one: string) => [...one].map((letter) => 'WTSR'.indexOf(letter)).join('');
  let best = face;
  for (let at = 0, now = face; at < 3; at++) {
    now = turned(now);
    if (order(now) < order(best)) best = now;
  }
  return best;
}

export function building(name: string): { resource: Resource; number: number } {
  const [resource, number] = name.split('-');
  return { resource: resource as Resource, number: Number(number) };
}

/** The outline of squares given as [row, column], each of this size: one path around all of them. */
export function outline(squares: readonly (readonly [number, number])[], size: number): string {
  const has = new Set(squares.map(([row, column]) => `${row},${column}`));
  let path = '';
  for (const [row, column] of squares) {
    const x = column * size;
    const y = row * size;
    if (!has.has(`${row - 1},${column}`)) path += `M${x} ${y}h${size}`;
    if (!has.has(`${row + 1},${column}`)) path += `M${x} ${y + size}h${size}`;
    if (!has.has(`${row},${column - 1}`)) path += `M${x} ${y}v${size}`;
    if (!has.has(`${row},${column + 1}`)) path += `M${x + size} ${y}v${size}`;
  }
  return path;
}

/** Whether news is about cells of the shared board, not about spaces of a village. */
export const onBoard = ({ key }: { key: string }): boolean => /^news\.(lay|ship|reveal|gain|settled|pond|pond_off|clearing|claim)$/.test(key);
