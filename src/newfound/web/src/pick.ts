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

/** The words that still tell the remaining actions apart, with their position: what a menu would offer next. */
export function next(actions: readonly string[], picked: readonly string[]): string[] {
  const left = narrow(actions, picked).map((action) => action.split(' '));
  const most = Math.max(0, ...left.map((words) => words.length));
  for (let at = 0; at < most; at++) {
    const words = [...new Set(left.map((words) => words[at] ?? ''))];
    if (words.length > 1) return words.filter((word) => word !== '').map((word) => `${word}@${at}`);
  }
  return [];
}
