// Where things lie on the map: a tile is 100 units wide, columns count westward from the coast, rows southward.
export type Point = readonly [number, number];
export const SIZE = 100;

export function columnRow(cell: string): Point {
  const [column, row] = cell.split(',').map(Number);
  return [column!, row!];
}

/** The north-west corner of a cell. */
export function corner(cell: string): Point {
  const [column, row] = columnRow(cell);
  return [-column * SIZE, (row - 1) * SIZE];
}

/** The cell that a point lies in. */
export const cellAt = ([x, y]: Point): string => `${-Math.floor(x / SIZE)},${Math.floor(y / SIZE) + 1}`;

const AROUND: Record<string, Point> = { n: [0, -1], ne: [-1, -1], e: [-1, 0], se: [-1, 1], s: [0, 1], sw: [1, 1], w: [1, 0], nw: [1, -1] };

/** The neighbour that way: `nw` of `1,1` is `2,0`. */
export function beside(cell: string, way: string): string {
  const [column, row] = columnRow(cell);
  const [west, south] = AROUND[way]!;
  return `${column + west},${row + south}`;
}

/** The middle of some cells. */
export function middle(cells: readonly string[]): Point {
  const corners = cells.map(corner);
  const sum = (at: 0 | 1) => corners.reduce((total, point) => total + point[at], 0);
  return [sum(0) / cells.length + SIZE / 2, sum(1) / cells.length + SIZE / 2];
}

/** The line around some cells together. */
export function outline(cells: readonly string[]): string {
  const inside = new Set(cells);
  let path = '';
  for (const cell of inside) {
    const [x, y] = corner(cell);
    if (!inside.has(beside(cell, 'n'))) path += `M${x} ${y}h${SIZE}`;
    if (!inside.has(beside(cell, 's'))) path += `M${x} ${y + SIZE}h${SIZE}`;
    if (!inside.has(beside(cell, 'w'))) path += `M${x} ${y}v${SIZE}`;
    if (!inside.has(beside(cell, 'e'))) path += `M${x + SIZE} ${y}v${SIZE}`;
  }
  return path;
}

export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** The smallest box around these cells. */
export function boxOf(cells: Iterable<string>): Box {
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (const cell of cells) {
    const [x, y] = corner(cell);
    box.west = Math.min(box.west, x);
    box.north = Math.min(box.north, y);
    box.east = Math.max(box.east, x + SIZE);
    box.south = Math.max(box.south, y + SIZE);
  }
  return box;
}

/** A box with so much more on every side. */
export const grown = ({ west, north, east, south }: Box, by: number): Box => ({ west: west - by, north: north - by, east: east + by, south: south + by });

/** A point of a tile after quarter turns clockwise. */
export function turned([x, y]: Point, turns: number): Point {
  const times = ((turns % 4) + 4) % 4;
  if (times === 0) return [x, y];
  return turned([SIZE - y, x], times - 1);
}
