// Choosing, for every game alike: an action is words, things on the table carry a word, clicks narrow.
// A word may be bound to a position of the action: `c3@2` is the word c3 as third word only.
import { kept } from './kept';

const wordsIn = kept((action): readonly string[] => action.split(' '));

/** Whether the action has all these words, each at a place of its own. */
export function matches(action: string, picked: readonly string[]): boolean {
  const words = wordsIn(action);
  const used = new Array<boolean>(words.length).fill(false);
  const bound = picked.filter((pick) => pick.includes('@'));
  const free = picked.filter((pick) => !pick.includes('@'));
  for (const pick of bound) {
    const [word, at] = split(pick);
    if (words[at] !== word || used[at]) return false;
    used[at] = true;
  }
  for (const pick of free) {
    const at = words.findIndex((word, index) => word === pick && !used[index]);
    if (at < 0) return false;
    used[at] = true;
  }
  return true;
}

function split(pick: string): [string, number] {
  const at = pick.lastIndexOf('@');
  return [pick.slice(0, at), Number(pick.slice(at + 1))];
}

/** The actions that are left after these picks. */
export function narrow(actions: readonly string[], picked: readonly string[]): string[] {
  return actions.filter((action) => matches(action, picked));
}

/** The picks after one more: as many of the former as go with it, the newest first. Null when no action has this word. */
export function add(actions: readonly string[], picked: readonly string[], pick: string): string[] | null {
  let kept = [pick];
  let left = narrow(actions, kept);
  if (left.length === 0) return null;
  for (let at = picked.length - 1; at >= 0; at--) {
    const more = [picked[at]!, ...kept];
    const still = narrow(left, more);
    if (still.length > 0) {
      kept = more;
      left = still;
    }
  }
  return kept;
}

/** How a thing that carries this word stands: chosen; goes with what is chosen; could be chosen instead; nothing to do with it now. */
export type Standing = 'picked' | 'live' | 'other' | 'idle';

export function standing(actions: readonly string[], picked: readonly string[], pick: string): Standing {
  if (picked.includes(pick)) return 'picked';
  if (!wordsOf(actions).has(pick)) return 'idle';
  if (picked.length === 0) return 'live';
  const words = [...picked, pick];
  return actions.some((action) => matches(action, words)) ? 'live' : 'other';
}

/** Every word of these actions, by itself and bound to its position. Kept as long as the actions are: a board asks for each of its places. */
function wordsOf(actions: readonly string[]): Set<string> {
  let words = known.get(actions);
  if (!words) {
    words = new Set(actions.flatMap((action) => action.split(' ').flatMap((word, at) => [word, `${word}@${at}`])));
    known.set(actions, words);
  }
  return words;
}
const known = new WeakMap<readonly string[], Set<string>>();

/** What a list offers under one first word: the actions themselves or, as long as they are many, words that narrow them down. */
export interface Offer {
  verb: string;
  words: string[];
  actions: string[];
}

export const FEW = 12; // actions that a list shows at once, each in a sentence

export function offers(actions: readonly string[], few = FEW): Offer[] {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const verb = wordsIn(action)[0]!;
    groups.set(verb, [...(groups.get(verb) ?? []), action]);
  }
  return [...groups].map(([verb, all]) => ({ verb, ...shorten(all, few) }));
}

/** By the words of the first position that has several which leave a choice; what leaves none is named as it is. */
function shorten(actions: string[], few: number): { words: string[]; actions: string[] } {
  const most = actions.length > few ? Math.max(...actions.map((action) => wordsIn(action).length)) : 0;
  for (let at = 1; at < most; at++) {
    const of = (word: string) => actions.filter((action) => wordsIn(action)[at] === word);
    const words = [...new Set(actions.flatMap((action) => wordsIn(action)[at] ?? []))].filter((word) => of(word).length > 1);
    if (words.length < 2) continue;
    const elsewhere = new Set(actions.flatMap((action) => wordsIn(action).filter((_, place) => place !== at)));
    return { words: words.map((word) => (elsewhere.has(word) ? `${word}@${at}` : word)), actions: actions.filter((action) => !words.includes(wordsIn(action)[at] ?? '')) };
  }
  return { words: [], actions };
}
