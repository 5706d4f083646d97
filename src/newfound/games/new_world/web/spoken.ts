// Features and choices in words, from the catalog.
import type { Table } from '$shell/table.svelte';
import { gazeOf } from './gaze.svelte';
import { columnRow } from './grid';
import { ROLE, featureOf, type Feature, type View } from './seen';
import { edgesOf, featureAt, gains, partOf, scored, worthTo } from './words';

/** `3 tiles, 2 flags, 1 end open` */
export function extent(table: Table<View>, feature: Feature): string {
  return table.t('label.extent', { feature: feature.feature, tiles: feature.tiles.length, bonus: feature.bonus, open: feature.open });
}

export const worth = (table: Table<View>, feature: Feature): string => table.t('label.worth_now', { worth: feature.worth });

/** What a choice of `settle` or `score` is called, and what it brings: now, at the end, or as it stands. */
export function choiceName(table: Table<View>, view: View, spot: string): string {
  if (spot === 'nobody') return table.t('label.nobody');
  return table.t(`word.${view.phase === 'settle' ? ROLE[featureOf(spot)] : featureOf(spot)}`);
}
export function choiceWorth(table: Table<View>, view: View, spot: string): string {
  const feature = spot === 'nobody' ? undefined : scored(view, spot);
  if (!feature) return '';
  if (view.phase !== 'settle') return gains(view, spot, table);
  const { when, n } = worthTo(view, spot, feature);
  return table.t(`label.${when}`, { n });
}

/** The same for whoever does not see it: where on the tile or around it, and how large it is. */
export function choiceLabel(table: Table<View>, view: View, spot: string): string {
  const feature = spot === 'nobody' ? undefined : scored(view, spot);
  const where = partName(table, spot);
  return [`${choiceName(table, view, spot)} ${choiceWorth(table, view, spot)}`.trim(), feature && `${where}: ${extent(table, feature)}`].filter(Boolean).join('. ');
}

/** `town to the north` */
function partName(table: Table<View>, spot: string): string {
  const [feature, way] = spot.split('-');
  return [table.t(`word.${feature}`), way && table.t('label.way', { way })].filter(Boolean).join(' ');
}

/** The tile in hand by its edges, as it is turned. */
export const tileLabel = (table: Table<View>, view: View, turns: number): string => table.t('label.edges', edgesOf(view, view.hand, turns, table));

/** What a list calls the words of an action. */
export function names(word: string, table: Table<View>): string | undefined {
  if (/^r[0-3]$/.test(word)) return tileLabel(table, table.view, Number(word[1]));
  if (/^(town|trail|plain|farm)\b/.test(word)) return partName(table, word);
  if (word === 'nobody') return table.t('label.nobody');
  const [column, row] = columnRow(word);
  return word.includes(',') ? table.t('label.cell', { column, row }) : undefined;
}

/** Looking at a choice looks at its feature. */
export function look(table: Table<View>, view: View, spot: string): (at: boolean) => void {
  const gaze = gazeOf(table);
  return (at) => (gaze.feature = at && spot !== 'nobody' ? featureAt(view, ...partOf(view, spot)) : undefined);
}
