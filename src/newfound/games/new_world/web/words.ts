// What the words of an action mean to a person. Plain functions of the view, tested beside.
import type { Json, Values } from '$shell/frames';
import { beside, columnRow, corner, type Point } from './grid';
import { ROLE, featureOf, type Feature, type Seen } from './seen';
import { spotOf } from './shape';

/** The tile as it is turned now; where that is not settled, its first turn that fits. */
export function prefer(left: readonly string[], picked: readonly string[]): string | undefined {
  const place = picked.find((word) => word.includes(','));
  return place && left.every((action) => action.startsWith('lay ')) ? left[0] : undefined;
}

/** The turns in which the tile can be laid: on this cell, or anywhere. */
export function turnsOn(actions: readonly string[], cell?: string): string[] {
  const words = actions.map((action) => action.split(' ')).filter(([verb, place]) => verb === 'lay' && (cell === undefined || place === cell));
  return [...new Set(words.map(([, , turns]) => turns!))].sort();
}

/** The turn after this one, among those that can be; backwards with step -1. */
export function nextTurn(turns: readonly string[], now: string | undefined, step = 1): string | undefined {
  if (turns.length === 0) return undefined;
  const at = turns.indexOf(now ?? '');
  return turns[(at + step + turns.length + (at < 0 && step < 0 ? 1 : 0)) % turns.length];
}

/** The feature that a part of a cell belongs to. */
export function featureAt(view: Seen, cell: string, at: string): number {
  return view.features.findIndex((feature) => feature.parts.some(([place, name]) => place === cell && name === at));
}

/** Where `score farm-nw` and `settle town-n` point: the cell, and the name of the part there. */
export function partOf(view: Seen, spot: string): [string, string] {
  const [feature, way] = spot.split('-');
  return feature === 'farm' && way ? [beside(view.last!, way), 'farm'] : [view.last!, spot];
}

export function scored(view: Seen, spot: string): Feature | undefined {
  return view.features[featureAt(view, ...partOf(view, spot))];
}

/** Where on the map a settler on this part stands. */
export function placeOf(view: Seen, cell: string, at: string): Point {
  const [x, y] = corner(cell);
  const tile = view.tiles.find((one) => one.cell === cell);
  const kind = tile && view.kinds[tile.kind];
  const [dx, dy] = kind ? spotOf(kind, tile.turns, at) : [50, 50];
  return [x + dx, y + dy];
}

/** What fills `do.lay`, `do.settle` and `do.score`. */
export function values(action: string, seen: Json): Values {
  const view = seen as Seen;
  const [verb, word = ''] = action.split(' ');
  if (verb === 'lay') {
    const [column, row] = columnRow(word);
    return { column, row };
  }
  if (verb === 'settle') return { role: word === 'nobody' ? 'nobody' : ROLE[featureOf(word)] };
  const feature = scored(view, word);
  return { feature: featureOf(word), n: feature?.worth ?? 0 };
}
