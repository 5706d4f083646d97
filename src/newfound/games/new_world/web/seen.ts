// What view.py shows, as far as the table draws it.
export type FeatureName = 'plain' | 'trail' | 'town' | 'farm';
export type Role = 'trapper' | 'robber' | 'shopkeeper' | 'farmer';

export interface Part {
  feature: FeatureName;
  sides: string[];
  winds: string[];
  bonus: number;
}
export interface Kind {
  left: number;
  edges: string;
  parts: Part[];
}
export interface Tile {
  cell: string;
  kind: string;
  turns: number;
}
export interface Space {
  cell: string;
  edge: string;
  name: string;
}
export interface Feature {
  feature: FeatureName;
  tiles: string[];
  open: number;
  settlers: number[];
  owners: number[];
  worth: number;
  full: number;
  bonus: number;
  parts: [string, string][];
}
export interface Settler {
  seat: number;
  role: Role;
  cell: string;
  at: string;
}
export interface Seen {
  phase: string;
  active: number;
  hand: string | null;
  last: string | null;
  left: number;
  kinds: Record<string, Kind>;
  box: string[];
  coast: Space[];
  tiles: Tile[];
  open: Record<string, number>;
  features: Feature[];
  settlers: Settler[];
  supply: number[];
  surveyors: [number, number];
  due: string[];
  points: number[];
}

export const ROLE: Record<FeatureName, Role> = { plain: 'trapper', trail: 'robber', town: 'shopkeeper', farm: 'farmer' };

/** What `town-n`, `plain-ene` or `farm` names. */
export const featureOf = (at: string): FeatureName => at.split('-')[0] as FeatureName;
