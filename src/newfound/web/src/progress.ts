// How far somebody has come in the lessons of each game: kept on the device, nowhere else.
export interface Lesson {
  name: string;
  title: string;
  minutes: number;
  steps: number;
  puzzle: boolean;
  /** A puzzle from play. */
  found: boolean;
  clauses: string[];
}

export interface Progress {
  /** Lessons that were gone through. */
  done: string[];
  /** The actions of those that were left in the middle. */
  at: Record<string, string[]>;
}

type Kept = Record<string, Progress>;
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What was kept, as far as it can be read. */
export function progressOf(text: string | null, game: string): Progress {
  const found = all(text)[game];
  const at = Object.entries(found?.at ?? {}).filter(([, actions]) => isTexts(actions));
  return { done: isTexts(found?.done) ? found.done : [], at: Object.fromEntries(at) };
}

function all(text: string | null): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return found && typeof found === 'object' ? (found as Kept) : {};
  } catch {
    return {};
  }
}

/** What is to be kept after these actions of a lesson; one that is over is done, and begins anew the next time. */
export function keptAfter(text: string | null, game: string, name: string, actions: readonly string[], over: boolean): string {
  const { done, at } = progressOf(text, game);
  const { [name]: _, ...others } = at;
  const after: Progress = {
    done: over && !done.includes(name) ? [...done, name] : done,
    at: over || actions.length === 0 ? others : { ...others, [name]: [...actions] },
  };
  return JSON.stringify({ ...all(text), [game]: after });
}

/** Where to go on: the first that is not done. */
export function openOf(lessons: readonly Lesson[], { done }: Progress): Lesson | undefined {
  return lessons.find((one) => !done.includes(one.name));
}

/** The one after this, of the same kind. */
export function after(lessons: readonly Lesson[], name: string): Lesson | undefined {
  const at = lessons.findIndex((one) => one.name === name);
  return lessons.slice(at + 1).find((one) => one.puzzle === lessons[at]?.puzzle && one.found === lessons[at]?.found);
}
