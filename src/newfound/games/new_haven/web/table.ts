import type { Look } from '$shell/board';
import type { Values } from '$shell/frames';
import Board from './Board.svelte';
import { building } from './pieces';
import Side from './Side.svelte';
import Sign from './Sign.svelte';
import { asks } from './spoken';
import Tray from './Tray.svelte';
import type { View } from './view.gen';

/** A building goes face up where it may; the shipment's resource is for the player to name. */
function prefer(left: readonly string[]): string | undefined {
  const up = left.filter((action) => action.endsWith(' up'));
  return left.length === 2 && up.length === 1 ? up[0] : undefined;
}

function values(action: string, view: View): Values {
  const [verb, first = '', second = '', third = ''] = action.split(' ');
  if (verb === 'lay') return { tile: first, cell: second };
  if (verb === 'ship') return { cell: first, resource: second };
  if (verb === 'take') return first === 'bag' ? { from: 'bag' } : { from: 'circle', ...building(first) };
  if (verb === 'build') return { ...building(first), space: second, way: third, cost: view.values.numbers[6 - Number(second[1])] };
  return {};
}

export default {
  Board,
  Tray,
  Side,
  Sign,
  secrets: true,
  chips: ['up', 'down', 'wheat', 'timber', 'sheep', 'stone'],
  prefer,
  asks,
  values,
} satisfies Look<View>;
