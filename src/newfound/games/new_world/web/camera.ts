// Where the reader looks: panning and zooming move one group, nothing is drawn anew. The view follows the play until the reader moves it.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { Box, Point } from './grid';

const NEAR = 2.6;
const FAR = 0.16;

export interface Inset {
  top: number;
  side: number;
}

/** So far away that all is seen, in steps: a map that grows by a tile is not drawn anew in another size each time. */
const STEP = 0.88;
const stepped = (k: number, most: number) => (k >= most ? most : most * STEP ** Math.ceil(Math.log(k / most) / Math.log(STEP)));

/** How to show the world in a window: all of it where tiles stay large enough to read, else around what is of interest. The coast lies at the right edge. */
export function fit(world: Box, interest: Box, width: number, height: number, least: number, most: number, inset: Inset): { k: number; x: number; y: number } {
  const wide = width - 2 * inset.side;
  const high = height - inset.top - inset.side;
  const k = Math.max(least, stepped(Math.min(wide / (world.east - world.west), high / (world.south - world.north)), most));
  const along = (from: number, to: number, a: number, b: number, room: number, at: number) => {
    if ((to - from) * k <= room) return at * room - (from + (to - from) * at) * k;
    return Math.min(-from * k, Math.max(room - to * k, (room - (a + b) * k) / 2));
  };
  return {
    k,
    x: inset.side + along(world.west, world.east, interest.west, interest.east, wide, 1),
    y: inset.top + along(world.north, world.south, interest.north, interest.south, high, 0.5),
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
  size = { width: 0, height: 0 };
  private behaviour: ZoomBehavior<HTMLElement, unknown>;
  private now: ZoomTransform = zoomIdentity;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private flight = 0;
  private sharp = 0; // the zoom at which the picture was drawn
  /** Whether the reader has moved the map by hand. */
  moved = false;

  constructor(
    private window: HTMLElement,
    private map: HTMLElement,
    private onmove: (at: ZoomTransform) => void,
    turns: (event: Event) => boolean,
  ) {
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent([FAR, NEAR])
      .extent((): [[number, number], [number, number]] => [[0, 0], [this.size.width, this.size.height]])
      .clickDistance(6)
      .constrain((at, [, [right, bottom]]) => (this.world ? held(at, this.world, right, bottom) : at))
      .filter((event: MouseEvent) => !event.button && !(event.type === 'wheel' && turns(event)))
      .on('zoom', ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        if (sourceEvent) {
          this.moved = true;
          this.flight++;
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

  frame(world: Box, interest: Box, least: number, most: number, inset: Inset, still = false): void {
    const { width, height } = this.size;
    if (width === 0) return;
    const { k, x, y } = fit(world, interest, width, height, least, most, inset);
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

  /** The map is one picture for the graphics card, drawn anew, sharp, when a zoom comes to rest. */
  private show(transform: ZoomTransform): void {
    this.now = transform;
    this.map.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`;
    this.onmove(transform);
    clearTimeout(this.resting);
    if (transform.k !== this.sharp) this.resting = setTimeout(() => this.sharpen(), 160);
  }

  private sharpen(): void {
    this.sharp = this.now.k;
    this.map.classList.remove('afloat');
    requestAnimationFrame(() => requestAnimationFrame(() => this.map.classList.add('afloat')));
  }
}
