// The roles and features of the view, by their words.
import type { FeatureName, Role } from './view.gen';

export type * from './view.gen';

export const ROLE: Record<FeatureName, Role> = { plain: 'trapper', trail: 'robber', town: 'shopkeeper', farm: 'farmer' };

/** What `town-n`, `plain-ene` or `farm` names. */
export const featureOf = (at: string): FeatureName => at.split('-')[0] as FeatureName;
