// Where the reader looks: panning and zooming move one group, nothing is drawn anew. The view follows the play until the reader moves it.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { boxOf, columnRow, type Box, type Point } from './grid';

const NEAR = 2.6;
const FAR = 0.16;

export interface Inset {
  top: number;
  side: number;
}

export interface Size {
  width: number;
  height: number;
}
export interface Place {
  k: number;
  x: number;
  y: number;
}

/** So far away that all is seen, in steps: a map that grows by a tile is not drawn anew in another size each time. */
const STEP = 0.88;
const stepped = (k: number, most: number) => (k >= most ? most : most * STEP ** Math.ceil(Math.log(k / most) / Math.log(STEP)));

const room = ({ width, height }: Size, inset: Inset) => ({ wide: width - 2 * inset.side, high: height - inset.top - inset.side });

/** How large to show the world: all of it where tiles stay large enough to read, a step smaller where that is enough to see all. */
export function scaleOf(world: Box, size: Size, inset: Inset, least: number, most: number): number {
  const { wide, high } = room(size, inset);
  const all = Math.min(wide / (world.east - world.west), high / (world.south - world.north));
  return Math.max(all >= least * STEP ? least * STEP : least, stepped(all, most));
}

/** What to look at where not all of it has room: the tile laid last, then the places nearest to it and to the surveyors' columns, as many as go with it. Where none does, the places alone. */
export function frontier(last: string | null, places: readonly string[], columns: readonly number[], size: Size, inset: Inset, k: number): Box {
  const { wide, high } = room(size, inset);
  const far = (place: string) => {
    const [column, row] = columnRow(place);
    const [x, y] = columnRow(last ?? place);
    return Math.hypot(column - x, row - y) + Math.min(...columns.map((one) => Math.abs(one - column)));
  };
  let shown = last ? [last] : [];
  const nearest = places.map((place) => ({ place, far: far(place) })).sort((a, b) => a.far - b.far);
  for (const { place } of nearest) {
    const box = boxOf([...shown, place]);
    if ((box.east - box.west) * k <= wide && (box.south - box.north) * k <= high) shown = [...shown, place];
  }
  if (last && places.length > 0 && shown.length === 1) return frontier(null, places, columns, size, inset, k);
  return boxOf(shown.length > 0 ? shown : [nearest[0]!.place]); // in a window too low for anything, the middle of that
}

/** Where to put the world in the window. Where it has room it lies at the side, or in the middle; else it moves no further than to show what is of interest. */
export function fit(world: Box, interest: Box, size: Size, inset: Inset, k: number, side: number, now?: Place): Place {
  const { wide, high } = room(size, inset);
  const along = (from: number, to: number, a: number, b: number, room: number, at: number, before: number | undefined) => {
    if ((to - from) * k <= room) return at * room - (from + (to - from) * at) * k;
    const to_be = before === undefined ? (room - (a + b) * k) / 2 : before + inside(before + a * k, before + b * k, 0, room);
    return Math.min(-from * k, Math.max(room - to * k, to_be));
  };
  const was = now && Math.abs(now.k - k) < 0.001 ? now : undefined;
  return {
    k,
    x: inset.side + along(world.west, world.east, interest.west, interest.east, wide, side, was && was.x - inset.side),
    y: inset.top + along(world.north, world.south, interest.north, interest.south, high, 0.5, was && was.y - inset.top),
  };
}

/** By how much to move so that a stretch of the window [from, to] comes inside [low, high]. */
export function inside(from: number, to: number, low: number, high: number): number {
  if (to - from > high - low) return (low + high - from - to) / 2;
  return from < low ? low - from : to > high ? high - to : 0;
}

/** A transform that leaves some of the world in the window. */
export function held(at: ZoomTransform, world: Box, width: number, height: number): ZoomTransform {
  const some = 120;
  const along = (from: number, to: number, room: number) => (to < some ? some - to : from > room - some ? room - some - from : 0);
  const [left, top] = at.apply([world.west, world.north]);
  const [right, bottom] = at.apply([world.east, world.south]);
  const [x, y] = [along(left, right, width), along(top, bottom, height)];
  return x || y ? zoomIdentity.translate(at.x + x, at.y + y).scale(at.k) : at;
}

export class Camera {
  /** What there is to see. */
  world: Box | undefined;
  /** The window; told, for to ask the browser for it makes it lay out the page. */
  size: Size = { width: 0, height: 0 };
  private behaviour: ZoomBehavior<HTMLElement, unknown>;
  private now: ZoomTransform = zoomIdentity;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private flight = 0;
  private sharp = 0; // the zoom at which the drawings are drawn
  /** Whether the reader has moved the map by hand. */
  moved = false;
  /** A finger or the mouse holds the map: nothing else moves it. */
  private held = false;
  /** Where it is to be, unless moved by hand: it flies there, once it is let go. */
  private goal: ZoomTransform | undefined;

  constructor(
    private window: HTMLElement,
    private map: HTMLElement,
    private drawings: readonly SVGElement[],
    private onmove: (at: ZoomTransform) => void,
    turns: (event: Event) => boolean,
  ) {
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent([FAR, NEAR])
      .extent((): [[number, number], [number, number]] => [[0, 0], [this.size.width, this.size.height]])
      .clickDistance(6)
      .constrain((at, [, [right, bottom]]) => (this.world ? held(at, this.world, right, bottom) : at))
      .filter((event: MouseEvent) => !event.button && !(event.type === 'wheel' && turns(event)))
      .on('start', ({ sourceEvent }: { sourceEvent: Event | null }) => {
        if (!sourceEvent) return;
        this.held = true;
        this.flight++;
      })
      .on('end', ({ sourceEvent }: { sourceEvent: Event | null }) => {
        if (!sourceEvent) return;
        this.held = false;
        if (this.goal) this.go(this.goal);
      })
      .on('zoom', ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        if (sourceEvent) {
          this.moved = true;
          this.goal = undefined;
        }
        this.show(transform);
      });
    select(window).call(this.behaviour).on('dblclick.zoom', null);
  }

  get k(): number {
    return this.now.k;
  }

  /** The point of the map under a point of the window. */
  under(x: number, y: number): Point {
    const { left, top } = this.window.getBoundingClientRect();
    return this.now.invert([x - left, y - top]);
  }

  /** Zooms by hand, about the middle. */
  by(factor: number): void {
    const { width, height } = this.size;
    const k = Math.min(NEAR, Math.max(FAR, this.now.k * factor));
    const [x, y] = this.now.invert([width / 2, height / 2]);
    this.moved = true;
    this.go(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k));
  }

  /** Moves the map by some pixels, by hand. */
  push(x: number, y: number): void {
    this.moved = true;
    this.go(this.kept(zoomIdentity.translate(this.now.x + x, this.now.y + y).scale(this.now.k)));
  }

  /** Shows the world in this size; afresh, or with as little moving as can be. */
  frame(world: Box, interest: Box, inset: Inset, k: number, side: number, afresh: boolean, still = false): void {
    if (this.size.width === 0) return;
    const { x, y } = fit(world, interest, this.size, inset, k, side, afresh ? undefined : this.now);
    this.go(zoomIdentity.translate(x, y).scale(k), still);
  }

  /** Moves as little as needed to show this box. */
  reveal(box: Box, inset: Inset): void {
    const { width, height } = this.size;
    const [left, top] = this.now.apply([box.west, box.north]);
    const [right, bottom] = this.now.apply([box.east, box.south]);
    const x = inside(left, right, inset.side, width - inset.side);
    const y = inside(top, bottom, inset.top, height - inset.side);
    if (x || y) this.go(zoomIdentity.translate(this.now.x + x, this.now.y + y).scale(this.now.k));
  }

  destroy(): void {
    this.flight++;
    clearTimeout(this.resting);
    select(this.window).on('.zoom', null);
  }

  private kept(at: ZoomTransform): ZoomTransform {
    const { width, height } = this.size;
    return this.world ? held(at, this.world, width, height) : at;
  }

  private go(to: ZoomTransform, still = false): void {
    this.goal = to;
    if (this.held) return;
    const flight = ++this.flight;
    const from = this.now;
    if (!still && Math.hypot(to.x - from.x, to.y - from.y) < 1 && Math.abs(to.k - from.k) < 0.001) return;
    const whole = still || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 380;
    const begin = performance.now();
    const step = () => {
      if (flight !== this.flight) return;
      const t = whole ? Math.min(1, (performance.now() - begin) / whole) : 1;
      const ease = 1 - (1 - t) ** 3;
      const mix = (a: number, b: number) => a + (b - a) * ease;
      const between = zoomIdentity.translate(mix(from.x, to.x), mix(from.y, to.y)).scale(mix(from.k, to.k));
      select(this.window).call(this.behaviour.transform, between);
      if (t < 1) requestAnimationFrame(step);
    };
    if (whole) requestAnimationFrame(step); // what has changed is shown first
    else step();
  }

  /** The map is one picture that the browser moves without drawing it; when a zoom comes to rest it is drawn anew in that size. */
  private show(transform: ZoomTransform): void {
    this.now = transform;
    if (!this.sharp) this.sharpen();
    else this.place();
    this.onmove(transform);
    clearTimeout(this.resting);
    if (transform.k !== this.sharp) this.resting = setTimeout(() => this.sharpen(), 160);
  }

  /** At rest on whole pixels: between two of them a browser blurs what it moves as a picture. */
  private place(): void {
    const still = this.now.k === this.sharp;
    const [x, y] = still ? [Math.round(this.now.x), Math.round(this.now.y)] : [this.now.x, this.now.y];
    this.map.style.transform = `translate(${x}px, ${y}px) scale(${this.now.k / this.sharp})`;
  }

  /** The drawings are made in the size of the window, not smaller by the picture's transform: a browser would draw them large and shrink them with every picture. */
  private sharpen(): void {
    this.sharp = this.now.k;
    for (const drawing of this.drawings) drawing.setAttribute('transform', `scale(${this.sharp})`);
    this.place();
  }
}
