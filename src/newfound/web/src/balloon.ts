// Where a balloon goes: beside the thing it speaks of, over as little as can be of what it names.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

const GAP = 8;

function shared(a: Box, b: Box): number {
  const along = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, along) * Math.max(0, down);
}

/** The corner of a balloon of this size: below the thing or above it, towards the middle of the screen first, else beside it. */
export function beside(of: Box, size: Size, named: readonly Box[], screen: Size): Pick<Box, 'left' | 'top'> {
  const within = (at: number, size: number, all: number) => Math.max(GAP, Math.min(at, all - size - GAP));
  const at = (left: number, top: number): Box => ({ left: within(left, size.width, screen.width), top: within(top, size.height, screen.height), ...size });
  const [middle, centre] = [of.left + (of.width - size.width) / 2, of.top + (of.height - size.height) / 2];
  const below = at(middle, of.top + of.height + GAP);
  const above = at(middle, of.top - size.height - GAP);
  const first = of.top > screen.height / 2 ? [above, below] : [below, above];
  const places = [...first, at(of.left + of.width + GAP, centre), at(of.left - size.width - GAP, centre)];
  const hidden = places.map((place) => [of, ...named].reduce((sum, box) => sum + shared(place, box), 0));
  return places[hidden.indexOf(Math.min(...hidden))]!;
}
