// What the words of an action mean to a person. Plain functions of the view, tested beside.
import type { Told, Values } from '$shell/frames';
import { beside, columnRow, corner, type Point } from './grid';
import { ROLE, featureOf, type Feature, type Kind, type View } from './seen';
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
export function featureAt(view: View, cell: string, at: string): number {
  return view.features.findIndex((feature) => feature.parts.some(([place, name]) => place === cell && name === at));
}

/** Where `score farm-nw` and `settle town-n` point: the cell, and the name of the part there. */
export function partOf(view: View, spot: string): [string, string] {
  const [feature, way] = spot.split('-');
  return feature === 'farm' && way ? [beside(view.last!, way), 'farm'] : [view.last!, spot];
}

export function scored(view: View, spot: string): Feature | undefined {
  return view.features[featureAt(view, ...partOf(view, spot))];
}

/** What a settler put there brings: at once where the tile completed the feature, as the news of it told, else when the match ends. */
export function worthTo(view: View, news: readonly Told[], feature: Feature): { when: 'now' | 'if_open' | 'at_the_end'; n: number } {
  if (feature.feature === 'plain') return { when: 'at_the_end', n: feature.worth };
  if (feature.open > 0) return { when: 'if_open', n: feature.worth };
  const told = news.findLast((one) => one.key === 'news.completed' && scored(view, String(one.values['spot'])) === feature);
  return { when: 'now', n: Number(told?.values['n'] ?? feature.full) };
}

/** What a tile shows, as the catalog names it: `tile_town_trail`. */
export function shows(kind: Kind): string {
  const names = (['town', 'trail', 'farm'] as const).filter((name) => kind.parts.some((part) => part.feature === name));
  return ['tile', ...(names.length > 0 ? names : ['plain'])].join('_');
}

/** Where on the map a settler on this part stands. */
export function placeOf(view: View, cell: string, at: string): Point {
  const [x, y] = corner(cell);
  const tile = view.tiles.find((one) => one.cell === cell);
  const kind = tile && view.kinds[tile.kind];
  const [dx, dy] = kind ? spotOf(kind, tile.turns, at) : [50, 50];
  return [x + dx, y + dy];
}

/** What fills `do.lay`, `do.settle` and `do.score`. */
export function values(action: string, view: View): Values {
  const [verb, word = ''] = action.split(' ');
  if (verb === 'lay') {
    const [column, row] = columnRow(word);
    return { column, row };
  }
  if (verb === 'settle') return { role: word === 'nobody' ? 'nobody' : ROLE[featureOf(word)] };
  const feature = scored(view, word);
  return { feature: featureOf(word), n: feature?.worth ?? 0 };
}
