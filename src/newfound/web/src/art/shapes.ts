// The five shapes of seats, about the origin, one unit in radius: circle, square, triangle, diamond, star.
export const SHAPES = [
  'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z',
  'M-.86-.86h1.72v1.72h-1.72z',
  'M0-1.08L1.05.82h-2.1z',
  'M0-1.15L1 0 0 1.15-1 0z',
  'M0-1.1l.3.73.79.06-.6.51.19.77L0 .56l-.68.41.19-.77-.6-.51.79-.06z',
] as const;
