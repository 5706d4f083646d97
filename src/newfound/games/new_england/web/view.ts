// Plain answers about the view of New England. No rule: what may be done comes with the frame.
import type { Event, Values } from '$shell/frames';
import type { Table } from '$shell/table.svelte';
import type { Figure, Land, Pile, Tile, View } from './view.gen';

export type * from './view.gen';

export const LANDS: readonly Land[] = ['settlement', 'cropland', 'pasture'];
export const FIGURES: readonly Figure[] = ['pilgrim', 'barn', 'ship'];

export const isLand = (word: string): word is Land => (LANDS as readonly string[]).includes(word);
export const isFigure = (word: string): word is Figure => (FIGURES as readonly string[]).includes(word);
export const isPlot = (word: string): boolean => /^[a-k][1-9]$/.test(word);
export const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** An action taken apart. */
export interface Deed {
  verb: string;
  /** The land, the figure or the card; of a bid or an announcement the number. Nothing of a move. */
  what: string;
  plots: string[];
}

export function deed(action: string): Deed {
  const [verb = '', ...rest] = action.split(' ');
  return { verb, what: rest.find((word) => !isPlot(word)) ?? '', plots: rest.filter(isPlot) };
}

export interface Item {
  what: string;
  count: number;
}

/** Tiles, then cards, each kind once with how many there are. */
export function items(pile: Pile): Item[] {
  const tiles = LANDS.map((what) => ({ what, count: pile.tiles[what] }));
  const cards = Object.entries(pile.cards).map(([what, count]) => ({ what, count }));
  return [...tiles, ...cards].filter((item) => item.count > 0);
}

/** How many of a kind a pile holds. */
export function inPile(pile: Pile, what: string): number {
  return isLand(what) ? pile.tiles[what] : (pile.cards[what] ?? 0);
}

/** Where the copies of a kind are: still to be drawn, on offer, in somebody's hands, out of the game. */
export interface Whereabouts {
  left: number;
  offer: number;
  taken: number;
  gone: number;
}

export function whereabouts(view: View, what: string): Whereabouts {
  const [left, offer, gone] = [view.left, view.offer, view.gone].map((pile) => inPile(pile, what)) as [number, number, number];
  const taken = isLand(what)
    ? view.tiles.filter((tile) => tile.land === what && tile.plots.length === 1).length
    : view.seats.reduce((all, seat) => all + (seat.done[what] ?? 0) + (seat.stored[what] ?? 0), 0);
  return { left, offer, taken, gone };
}

/** Who is still to come, the one whose turn it is first: by markers in the purchases, clockwise else. */
export function order(view: View): number[] {
  const seats = view.seats.map((_, seat) => seat);
  if (view.phase === 'buy' || view.phase === 'draw') {
    const markers = (seat: number) => view.seats[seat]!.marker ?? 0;
    return seats.filter((seat) => markers(seat) > 0).sort((a, b) => markers(b) - markers(a));
  }
  if (view.phase === 'start' || view.active === null || view.phase === 'over') return [];
  const open = seats.filter((seat) => view.seats[seat]!.marker === null);
  const after = (seat: number) => (seat - view.active! + seats.length) % seats.length;
  return open.sort((a, b) => after(a) - after(b));
}

/** Whose things are shown to this reader: their own, or to an onlooker those of whoever is to act. */
export const seatShown = (view: View, reader: number): number => (reader >= 0 ? reader : (view.active ?? -1));

/** Once it is certain, everybody has been told. */
export const isLastRound = (history: readonly Event[]): boolean => history.some((event) => event.told.some((told) => told.key === 'news.last'));

/** The tile on each plot. */
export function tilesByPlot(tiles: readonly Tile[]): Map<string, Tile> {
  return new Map(tiles.flatMap((tile) => tile.plots.map((plot) => [plot, tile] as const)));
}

export function letter(view: View, seat: number): string {
  return (view.seats[seat]?.family ?? '').charAt(0).toUpperCase();
}

/** Several ways are left for one thing on the plots picked so far: one that begins there. A figure's way is never guessed. */
export function prefer(left: readonly string[], picked: readonly string[]): string | undefined {
  const plots = picked.filter(isPlot);
  const things = new Set(left.map((action) => action.split(' ').slice(0, 2).join(' ')));
  if (plots.length === 0 || things.size !== 1 || left[0]!.startsWith('move ')) return undefined;
  return left.find((action) => deed(action).plots[0] === plots[0]) ?? left[0];
}

/** A turn in which nothing can be bought, or nothing done at all, is asked for in other words. */
export function asks(view: View, actions: readonly string[]): string | undefined {
  if (view.phase !== 'buy') return undefined;
  if (actions.length === 1) return 'end';
  return actions.some((action) => /^(buy|store) /.test(action)) ? undefined : 'no_buy';
}

/** What all purchases would cost with this marker, and leave. */
export function spending(view: View, marker: string, table: Pick<Table, 't'>): string {
  const bid = view.bids[marker];
  return bid ? table.t('label.spend', { marker, enough: bid.left >= 0, ...bid }) : '';
}

/** What fills the text of the button. */
export function values(action: string, view: View, table: Pick<Table, 't'>): Values {
  const { verb, what, plots } = deed(action);
  const { seats, active, announce, tiles, cards } = view;
  const seat = active === null ? undefined : seats[active];
  switch (verb) {
    case 'announce':
      return { tiles: Number(what), cards: (announce?.offer ?? 0) - Number(what), ends: announce?.ending.includes(Number(what)) ?? false };
    case 'bid':
      return { marker: what, sum: spending(view, what, table) };
    case 'end':
      return { money: seat?.income ?? 0 };
    case 'move':
      return { figure: tilesByPlot(tiles).get(plots[0]!)?.figure ?? '', origin: plots[0], goal: plots[1] };
    default: {
      const sort = isLand(what) ? 'tile' : isFigure(what) ? 'figure' : 'card';
      return { sort, what, plots: plots.join(', '), price: seat?.marker ?? 0, points: cards[what]?.points ?? 0 };
    }
  }
}
