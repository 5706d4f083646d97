// Features and choices in words, from the catalog.
import type { Table } from '$shell/table.svelte';
import { gazeOf } from './gaze.svelte';
import { ROLE, featureOf, type Feature, type View } from './seen';
import { featureAt, partOf, scored, worthTo } from './words';

/** `3 tiles, 2 flags, 1 end open` */
export function extent(table: Table, feature: Feature): string {
  return table.t('label.extent', { feature: feature.feature, tiles: feature.tiles.length, bonus: feature.bonus, open: feature.open });
}

export const worth = (table: Table, feature: Feature): string => table.t('label.worth_now', { worth: feature.worth });

/** What a choice of `settle` or `score` is called, and what it brings: now, at the end, or as it stands. */
export function choiceName(table: Table, view: View, spot: string): string {
  if (spot === 'nobody') return table.t('label.nobody');
  return table.t(`word.${view.phase === 'settle' ? ROLE[featureOf(spot)] : featureOf(spot)}`);
}
export function choiceWorth(table: Table, view: View, spot: string): string {
  const feature = spot === 'nobody' ? undefined : scored(view, spot);
  if (!feature) return '';
  if (view.phase !== 'settle') return worth(table, feature);
  const { when, n } = worthTo(view, table.last, feature);
  return table.t(`label.${when}`, { n });
}

/** The same for whoever does not see it, with what is taken. */
export function choiceLabel(table: Table, view: View, spot: string): string {
  const feature = spot === 'nobody' ? undefined : scored(view, spot);
  const more = feature && `${table.t(`word.${feature.feature}`)}: ${extent(table, feature)}`;
  return [`${choiceName(table, view, spot)} ${choiceWorth(table, view, spot)}`.trim(), more].filter(Boolean).join('. ');
}

/** Looking at a choice looks at its feature. */
export function look(table: Table, view: View, spot: string): (at: boolean) => void {
  const gaze = gazeOf(table);
  return (at) => (gaze.feature = at && spot !== 'nobody' ? featureAt(view, ...partOf(view, spot)) : undefined);
}
