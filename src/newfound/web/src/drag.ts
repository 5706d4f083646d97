// Dragging, for every game alike: a piece that is dragged is clicked where it lies and its place where it is let go.
// What is done is what two clicks would do, so that nothing can be dragged that cannot be chosen, and nothing is done before it is confirmed.

const FAR = 6; // pixels of the mouse that are no click any more
const HOLD = 180; // milliseconds that a finger rests before it holds a piece; one that moves at once scrolls

interface Held {
  piece: Element;
  pointer: number;
  x: number;
  y: number;
  /** What follows the pointer, once it is a drag. */
  ghost?: HTMLElement;
  timer?: ReturnType<typeof setTimeout>;
}

const thing = (of: Element | null) => of?.closest<HTMLElement>('[data-word]') ?? null;

/** What can be dragged: things of the tray, and others that say so. */
function pieceOf(target: Element): Element | null {
  const marked = target.closest('[data-drag]');
  if (marked) return marked.matches(':disabled') ? null : marked;
  const one = thing(target);
  return one?.closest('.held') && one.matches('[role=button]:not([data-state=idle])') ? one : null;
}

/** A likeness of the piece, as large as it is seen. */
function likeness(piece: Element): HTMLElement {
  const art = piece.closest('.pick') ?? (piece.closest('main') ? null : (piece.querySelector('svg') ?? piece.closest('svg')));
  const ghost = document.createElement('div');
  ghost.className = 'dragged';
  ghost.ariaHidden = 'true';
  if (art) {
    const { width, height } = art.getBoundingClientRect();
    const copy = art.cloneNode(true) as Element;
    for (const one of [copy, ...copy.querySelectorAll('*')]) for (const name of ['data-word', 'data-state', 'role', 'tabindex', 'aria-label', 'aria-pressed']) one.removeAttribute(name);
    ghost.style.width = `${width}px`;
    ghost.style.height = `${height}px`;
    ghost.append(copy);
  }
  return ghost;
}

/** Lets pieces below this element be dragged. `over` is told the word of the thing under the pointer. */
export function dragging(root: HTMLElement, over: (word?: string) => void): () => void {
  let held: Held | undefined;

  function begin(now: Held) {
    now.ghost = likeness(now.piece);
    document.body.append(now.ghost);
    if (now.piece.hasAttribute('data-word') && now.piece.getAttribute('data-state') !== 'picked') (now.piece as HTMLElement).dispatchEvent(click());
    move(now.x, now.y);
  }
  const click = () => new MouseEvent('click', { bubbles: true, cancelable: true });
  function move(x: number, y: number) {
    if (!held?.ghost) return;
    held.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    over(thing(document.elementFromPoint(x, y))?.dataset['word']);
  }
  function end() {
    clearTimeout(held?.timer);
    held?.ghost?.remove();
    held = undefined;
  }

  const listeners = {
    pointerdown(event: PointerEvent) {
      end();
      const piece = event.isPrimary && event.button === 0 ? pieceOf(event.target as Element) : null;
      if (!piece) return;
      const now: Held = { piece, pointer: event.pointerId, x: event.clientX, y: event.clientY };
      if (event.pointerType !== 'mouse') now.timer = setTimeout(() => begin(now), HOLD);
      held = now;
    },
    pointermove(event: PointerEvent) {
      if (event.pointerId !== held?.pointer) return;
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
      if (!held.ghost && !far) return;
      if (!held.ghost && event.pointerType !== 'mouse') return end(); // it scrolls
      if (!held.ghost) begin(held);
      move(event.clientX, event.clientY);
    },
    pointerup(event: PointerEvent) {
      if (event.pointerId !== held?.pointer) return;
      const { ghost, piece } = held;
      end();
      if (!ghost) return;
      over();
      const place = thing(document.elementFromPoint(event.clientX, event.clientY));
      // What the browser calls a click of the pointer now is the end of a drag. One without a pointer is a key, and meant.
      const none = (late: MouseEvent) => late.isTrusted && late.detail > 0 && (late.stopPropagation(), late.preventDefault());
      addEventListener('click', none, { capture: true });
      setTimeout(() => removeEventListener('click', none, { capture: true }));
      const state = place?.dataset['state'];
      if (place && place !== piece && root.contains(place) && (state === 'live' || (state !== 'picked' && !place.closest('.held')))) place.dispatchEvent(click());
    },
    pointercancel: end,
    touchmove: (event: TouchEvent) => held?.ghost && event.cancelable && event.preventDefault(),
    contextmenu: (event: Event) => held?.ghost && event.preventDefault(),
    dragstart: (event: Event) => held && event.preventDefault(),
  };
  root.addEventListener('pointerdown', listeners.pointerdown);
  const { pointermove, pointerup, pointercancel, contextmenu, dragstart, touchmove } = listeners;
  addEventListener('pointermove', pointermove);
  addEventListener('pointerup', pointerup);
  addEventListener('pointercancel', pointercancel);
  root.addEventListener('contextmenu', contextmenu);
  root.addEventListener('dragstart', dragstart);
  root.addEventListener('touchmove', touchmove, { passive: false });
  return () => {
    end();
    root.removeEventListener('pointerdown', listeners.pointerdown);
    removeEventListener('pointermove', pointermove);
    removeEventListener('pointerup', pointerup);
    removeEventListener('pointercancel', pointercancel);
    root.removeEventListener('contextmenu', contextmenu);
    root.removeEventListener('dragstart', dragstart);
    root.removeEventListener('touchmove', touchmove);
  };
}
