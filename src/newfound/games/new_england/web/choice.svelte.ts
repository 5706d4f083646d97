// Things of New England that stand for two words at once: a card on offer is bought, the same card in a barn is used.
import { narrow } from '$shell/pick';
import { leaves, type Table } from '$shell/table.svelte';
import { deed } from './view';

/** What the pointer or the focus rests on beside the board; the board shows where it could go. */
class Light {
  what = $state<string>();
  verbs = $state.raw<readonly string[]>([]);
  on(what: string, verbs: readonly string[]): void {
    this.what = what;
    this.verbs = verbs;
  }
  off(): void {
    this.what = undefined;
  }
}
export const light = new Light();

/** The plots where the lit thing could go. */
export function litPlots(actions: readonly string[]): Set<string> {
  if (!light.what) return new Set();
  const found = actions.map(deed).filter((one) => one.what === light.what && light.verbs.includes(one.verb));
  return new Set(found.flatMap((one) => one.plots));
}

interface Named {
  label: string;
  why?: string;
}

/** The attributes of a thing that is chosen with the first of these verbs that is possible. */
export function thing(table: Table, what: string, verbs: readonly string[], named: Named): Record<string, unknown> {
  const noun = `${what}@1`;
  const attributes = table.target(noun, { ...named, id: verbs.join(' ') });
  if (attributes['data-state'] === 'still') return { ...attributes, ...lights(what, verbs) };
  const bound = verbs.map((verb) => `${verb}@0`);
  const others = table.picked.filter((word) => !word.endsWith('@0') && word !== noun);
  const fits = (picked: readonly string[]) => bound.some((verb) => narrow(table.actions, [...picked, verb, noun]).length > 0);
  const held = table.picked.includes(noun) && bound.some((verb) => table.picked.includes(verb));
  const state = held ? 'picked' : fits(others) ? 'live' : fits([]) ? 'other' : 'idle';

  const act = (of: Element, key = false) => {
    if (state === 'idle') return named.why ? void table.ask(named.why, of) : undefined;
    if (state === 'picked') {
      if (table.chosen || key) return table.again(noun, key);
      for (const word of [noun, ...bound]) table.drop(word);
      return;
    }
    table.pick(noun);
    const kept = table.picked.filter((word) => !word.endsWith('@0'));
    const verb = bound.find((one) => narrow(table.actions, [...kept, one]).length > 0) ?? bound.find((one) => table.can(one, noun));
    if (verb) table.pick(verb);
  };
  return {
    ...attributes,
    'data-state': state,
    'aria-pressed': state === 'picked',
    'aria-disabled': state === 'idle' || undefined,
    onclick: (event: MouseEvent) => act(event.currentTarget as Element),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat) act(event.currentTarget as Element, event.key === 'Enter');
    },
    ...lights(what, verbs),
  };
}

function lights(what: string, verbs: readonly string[]): Record<string, unknown> {
  const on = () => light.on(what, verbs);
  const off = () => light.off();
  return { onpointerover: (event: PointerEvent) => event.pointerType === 'mouse' && on(), onpointerout: (event: PointerEvent) => leaves(event) && off(), onfocusin: on, onfocusout: off };
}

/** An empty barn: it takes the card that is picked. */
export function emptyBarn(table: Table, label: string): Record<string, unknown> {
  const attributes = table.target('store@0', { label });
  if (attributes['data-state'] !== 'other') return attributes;
  const nouns = table.picked.filter((word) => word.endsWith('@1'));
  return narrow(table.actions, ['store@0', ...nouns]).length > 0 ? { ...attributes, 'data-state': 'live' } : attributes;
}
