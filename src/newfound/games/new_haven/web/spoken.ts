// What is said of New Haven's places to whoever does not see them, and what is asked of a player, by catalog.
import type { Told, Values } from '$shell/frames';
import type { Table } from '$shell/table.svelte';
import { building, squaresOf } from './pieces';
import type { Building, Space, View } from './view.gen';

export const corners = (face: string) => Object.fromEntries(squaresOf(face).map((resource, at) => ['abcd'[at]!, resource]));

export function cellLabel(table: Table, cell: string, here: Space): string {
  if ('face' in here) return table.t('place.tile', { cell, ...corners(here.face) });
  if (here.is === 'pond') return table.t('place.pond', { cell });
  if (here.is === 'shipment') return table.t('place.shipment', { cell, resource: here.named });
  if (here.building) return table.t('place.clearing', { cell, ...building(here.building) });
  return table.t('place.open', { cell });
}

export function spaceLabel(table: Table, space: string, cost: number, here: Building | undefined): string {
  if (!here) return table.t('space.empty', { space, cost });
  if (here.number === null) return table.t('space.hidden', { space, resource: here.resource });
  return table.t(here.up ? 'space.up' : 'space.down', { space, resource: here.resource, number: here.number });
}

export function tileLabel(table: Table, face: string): string {
  return table.t('piece.tile', corners(face));
}

/** In a sentence a tile is named by its squares, not by its code. */
export function named(told: Told, table: Table): Values {
  const face = told.values['tile'] as string | undefined;
  return face ? { tile: table.t('piece.tile_in', corners(face)) } : {};
}

export function buildingLabel(table: Table, name: string): string {
  return table.t('piece.building', building(name));
}

/** Whether the reader has built since the turn came to them. */
export function built(table: Table): boolean {
  for (const { seat, told } of table.history.toReversed()) {
    if (seat >= 0 && seat !== table.reader) return false;
    if (told.some(({ key }) => key.startsWith('news.build'))) return true;
    if (told.some(({ key }) => key === 'news.lay' || key === 'news.ship')) return false;
  }
  return false;
}

/** Where there is less to do than the phase allows, or it is somebody else's turn, that is said. */
export function asks(view: View, actions: readonly string[]): string | undefined {
  if (view.phase === 'lay' && !actions.some((action) => action.startsWith('ship '))) return 'lay_tile';
  if (view.phase !== 'build') return undefined;
  const share = view.builder !== view.active;
  if (actions.length === 1) return share ? 'share_nothing' : 'build_nothing';
  return share ? 'share' : undefined;
}
