// A picture that is played on: what it marks with `data-word` can be chosen like anything else on a table.

/** Which action to ask about when a place cannot be chosen: a legal one, with this place instead of one of those beside it. */
export function instead(actions: readonly string[], word: string, beside: readonly string[]): string | undefined {
  for (const action of actions) {
    const words = action.split(' ');
    const at = words.findIndex((one, place) => place > 0 && (beside.includes(one) || beside.includes(`${one}@${place}`)));
    if (at > 0) return words.with(at, word).join(' ');
  }
  return undefined;
}

/** The attributes that a table gives and takes. */
const WORN = ['role', 'tabindex', 'aria-label', 'aria-pressed', 'aria-disabled', 'data-state', 'data-id'];

/** Puts on what a table says of a thing; what Tab goes to is settled elsewhere. */
export function dress(of: Element, worn: Record<string, unknown>): void {
  for (const name of WORN) {
    const value = worn[name];
    if (value === undefined) of.removeAttribute(name);
    else if (name !== 'tabindex' || !of.hasAttribute(name)) of.setAttribute(name, String(value));
  }
}
