// Features and choices in words, from the catalog.
import type { Table } from '$shell/table.svelte';
import { gazeOf } from './gaze.svelte';
import { ROLE, featureOf, type Feature, type Seen } from './seen';
import { featureAt, partOf, scored } from './words';

/** `Town: 3 tiles, 2 flags; worth 5 now, 8 completed.` */
export function featureLabel(table: Table, feature: Feature): string {
  return table.t('label.of_feature', { feature: feature.feature, tiles: feature.tiles.length, bonus: feature.bonus, worth: feature.worth, full: feature.full, open: feature.open });
}

/** What a choice of `settle` or `score` would take. */
export function choiceLabel(table: Table, view: Seen, spot: string): string {
  const feature = scored(view, spot);
  const name = view.phase === 'settle' ? table.t(`word.${ROLE[featureOf(spot)]}`) : table.t(`word.${featureOf(spot)}`);
  return feature ? `${name}. ${featureLabel(table, feature)}` : name;
}

/** Looking at a choice looks at its feature. */
export function look(table: Table, view: Seen, spot: string) {
  const gaze = gazeOf(table);
  const at = () => featureAt(view, ...partOf(view, spot));
  return {
    onpointerover: () => void (gaze.feature = at()),
    onpointerout: () => void (gaze.feature = undefined),
    onfocusin: () => void (gaze.feature = at()),
    onfocusout: () => void (gaze.feature = undefined),
  };
}
