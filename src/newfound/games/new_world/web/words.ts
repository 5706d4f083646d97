// What the words of an action mean to a person. Plain functions of the view, tested beside.
import type { Told, Values } from '$shell/frames';
import type { Table } from '$shell/table.svelte';
import { beside, columnRow, corner, type Point } from './grid';
import { ROLE, featureOf, type Feature, type Kind, type View } from './seen';
import { spotOf, towards } from './shape';

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

/** What a settler put there brings: at once where the tile completed the feature, else when the match ends. */
export function worthTo(view: View, spot: string, feature: Feature): { when: 'now' | 'if_open' | 'at_the_end'; n: number } {
  if (feature.feature === 'plain') return { when: 'at_the_end', n: feature.worth };
  if (feature.open > 0) return { when: 'if_open', n: feature.worth };
  return { when: 'now', n: view.brings[spot]?.[view.active] ?? feature.full };
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

const EDGE: Record<string, string> = { P: 'plain', R: 'trail', T: 'town' };

/** A tile by its edges as it is turned: what is to the north, and so on; whether a farm is on it, and where its flags, posts and animals are. */
export function edgesOf(view: View, kind: string | null, turns: number, table: Pick<Table, 't'>): Values {
  const shown = kind === null ? undefined : view.kinds[kind];
  if (!shown) return {};
  const edge = (side: number) => EDGE[shown.edges[(side - turns + 4) % 4]!];
  const more = shown.parts.filter((part) => part.bonus).map((part) => table.t('label.bonus', { feature: part.feature, n: part.bonus, way: towards(part, turns) }));
  const farm = shown.parts.some((part) => part.feature === 'farm');
  return { north: edge(0), east: edge(1), south: edge(2), west: edge(3), farm, more: more.map((one) => `, ${one}`).join('') };
}

/** Where on the tile a part lies, or where around it a farm does: `n`, `ene`; nowhere where it is the tile's own farm. */
const way = (spot: string): Values => ({ way: spot.split('-')[1] ?? 'here' });

function worthOf(view: View, spot: string): Values {
  const feature = spot === 'nobody' ? undefined : scored(view, spot);
  return feature ? worthTo(view, spot, feature) : { when: 'never', n: 0 };
}

/** Who would score by this, and how much. */
export function gains(view: View, spot: string, table: Pick<Table, 't'>): string {
  const won = (view.brings[spot] ?? []).map((n, seat) => ({ n, seat })).filter(({ n }) => n > 0);
  return won.map((one) => table.t('label.gain', one)).join(', ');
}

/** Points where they are drawn on the map, those of one seat at one place added up. Foreseen, whose a completed feature is gets its points, though not yet. */
export function gainsAt(told: readonly Told[], foreseen: boolean): (Told & { points: number })[] {
  const found = new Map<string, Told & { points: number }>();
  for (const one of told) {
    const points = one.points ?? (foreseen && one.key === 'news.completed_for' ? Number(one.values['n']) : 0);
    const key = `${one.seat} ${one.cells.join(' ')}`;
    if (points && one.cells.length > 0) found.set(key, { ...one, points: points + (found.get(key)?.points ?? 0) });
  }
  return [...found.values()];
}

/** What fills `do.lay`, `do.settle` and `do.score`, and their like in a list. */
export function values(action: string, view: View, table: Pick<Table, 't'>): Values {
  const [verb, word = '', turns = 'r0'] = action.split(' ');
  if (verb === 'lay') {
    const [column, row] = columnRow(word);
    return { column, row, ...edgesOf(view, view.hand, Number(turns[1]), table) };
  }
  if (verb === 'settle') return { role: word === 'nobody' ? 'nobody' : ROLE[featureOf(word)], ...way(word), ...worthOf(view, word) };
  return { feature: featureOf(word), ...way(word), gains: gains(view, word, table) };
}
