// A picture that is played on: what it marks with `data-word` can be chosen like anything else on a table.

/** Which actions to ask about when a place cannot be chosen: legal ones, with this place instead of one of those beside it. */
export function instead(actions: readonly string[], word: string, beside: readonly string[]): string[] {
  return actions.flatMap((action) => {
    const words = action.split(' ');
    const at = among(words, beside);
    return at > 0 ? words.with(at, word).join(' ') : [];
  });
}

/** Whether these are places: an action names a piece before it names one of them. */
export function arePlaces(actions: readonly string[], beside: readonly string[]): boolean {
  return actions.every((action) => among(action.split(' '), beside) !== 1) && actions.some((action) => among(action.split(' '), beside) > 1);
}

const among = (words: readonly string[], beside: readonly string[]) => words.findIndex((one, at) => at > 0 && (beside.includes(one) || beside.includes(`${one}@${at}`)));

/** The attributes that a table gives and takes. */
const WORN = ['role', 'tabindex', 'aria-label', 'aria-pressed', 'aria-disabled', 'data-state', 'data-id', 'data-lit'];

/** Puts on what a table says of a thing; what Tab goes to is settled elsewhere. */
export function dress(of: Element, worn: Record<string, unknown>): void {
  for (const name of WORN) {
    const value = worn[name];
    if (value === undefined) of.removeAttribute(name);
    else if (name !== 'tabindex' || !of.hasAttribute(name)) of.setAttribute(name, String(value));
  }
}
