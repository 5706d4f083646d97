import type { Look } from '$shell/board';
import type { Values } from '$shell/frames';
import type { Table } from '$shell/table.svelte';
import Board from './Board.svelte';
import { building, isBuilding, isFace } from './pieces';
import Side from './Side.svelte';
import Sign from './Sign.svelte';
import { asks, buildingLabel, built, corners, named, tileLabel } from './spoken';
import Tray from './Tray.svelte';
import type { View } from './view.gen';

/** A building goes face up where it may; the shipment's resource is for the player to name. */
function prefer(left: readonly string[]): string | undefined {
  const up = left.filter((action) => action.endsWith(' up'));
  return left.length === 2 && up.length === 1 ? up[0] : undefined;
}

function values(action: string, view: View, table: Table<View>): Values {
  const [verb, first = '', second = '', third = ''] = action.split(' ');
  if (verb === 'lay') return { ...corners(first), cell: second };
  if (verb === 'ship') return { cell: first, resource: second };
  if (verb === 'take') return first === 'bag' ? { from: 'bag' } : { from: 'circle', ...building(first) };
  if (verb === 'build') return { ...building(first), space: second, way: third, cost: view.values.numbers[6 - Number(second[1])] };
  return { built: built(table) };
}

function names(word: string, table: Table<View>): string | undefined {
  if (isFace(word)) return tileLabel(table, word);
  return isBuilding(word) ? buildingLabel(table, word) : undefined;
}

export default {
  Board,
  Tray,
  Side,
  Sign,
  secrets: true,
  chips: ['up', 'down'],
  prefer,
  asks,
  named,
  values,
  names,
} satisfies Look<View>;
