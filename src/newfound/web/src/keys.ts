// The keyboard at the table: arrows go to the nearest thing in that direction, Tab from group to group.
export interface Spot {
  x: number;
  y: number;
}

const WAYS: Record<string, Spot> = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };

/** The index of the nearest spot that way: straight ahead counts once, aside counts twice. -1 when there is none. */
export function nearest(from: Spot, spots: readonly Spot[], key: string): number {
  const way = WAYS[key];
  if (!way) return -1;
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, at) => {
    const ahead = (spot.x - from.x) * way.x + (spot.y - from.y) * way.y;
    const aside = Math.abs((spot.x - from.x) * way.y) + Math.abs((spot.y - from.y) * way.x);
    if (ahead <= 1 || aside > ahead * 4) return;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

function middle(of: Element): Spot {
  const { left, top, width, height } = of.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const things = (root: Element) => [...root.querySelectorAll<HTMLElement | SVGElement>('[data-word]')].filter((one) => one.getClientRects().length > 0);

/** Moves the focus by an arrow key; says whether it did. */
export function move(root: Element, key: string): boolean {
  const from = document.activeElement;
  if (!WAYS[key]) return false;
  if (!from?.hasAttribute('data-word')) {
    if (from && from !== document.body && !from.matches('button, .sentence')) return false; // what scrolls keeps its arrows
    choice(root)?.focus();
    return choice(root) !== undefined;
  }
  const all = things(root).filter((one) => one !== from);
  const to = all[nearest(middle(from), all.map(middle), key)];
  to?.focus();
  return to !== undefined;
}

/** Where the keyboard goes on: to the button that does what is chosen, or to the next choice, what is held before the board; never to what undoes. Without any, to the sentence. */
export function resume(root: Element): void {
  (root.querySelector<HTMLElement>('.do .main[data-does]') ?? choice(root) ?? root.querySelector<HTMLElement>('.do [data-does]') ?? root.querySelector<HTMLElement>('.sentence'))?.focus();
}

function choice(root: Element): HTMLElement | SVGElement | undefined {
  const live = things(root).filter((one) => one.dataset['state'] === 'live');
  const within = (where: string) => live.find((one) => one.closest(where));
  return within('.choices') ?? within('.tray') ?? live[0];
}

/** Whether what had the focus is gone, or is not there to be pressed once more: the buttons, when something was done. */
export function lost(root: Element, done: boolean): boolean {
  const here = document.activeElement;
  return here === document.body || here === null || (done && (here.closest('.do') !== null || here === root.querySelector('.sentence')));
}

/** One thing of each group can be reached with Tab: the one that has the focus, what is chosen once that is settled, or the first that can be chosen. */
export function rove(root: Element): void {
  const groups = new Map<Element, (HTMLElement | SVGElement)[]>();
  for (const one of things(root)) {
    const group = one.closest('[data-group]') ?? root;
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const settled = root.querySelector('.do .main[data-does]') !== null;
  for (const members of groups.values()) {
    const state = (wanted: string) => members.find((one) => one.dataset['state'] === wanted);
    const way = members.find((one) => one === document.activeElement) ?? (settled ? state('picked') : undefined) ?? state('live') ?? state('picked') ?? state('other') ?? members[0];
    for (const one of members) one.setAttribute('tabindex', one === way ? '0' : '-1');
  }
}
