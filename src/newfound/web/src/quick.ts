// A match against bots at one click, everything else as the game proposes it: on this device the first time as it does to beginners, against the weakest bot, and with its coach.
import { app, keep, kept } from './app.svelte';
import { official } from './board';
import type { GameFacts, TableFacts } from './frames';

const PLAYED = 'newfound.played';
const played = () => kept(PLAYED)?.split(' ') ?? [];
export const isFirst = (game: string): boolean => !played().includes(game);
/** Whoever sits at a match of it has played it. */
export const knows = (game: string): void => keep(PLAYED, [...new Set([...played(), game])].join(' '));

const COACH = 'newfound.coach';
/** Of each game: the match that is coached, and what was said already, in this and earlier ones. */
type Coached = Record<string, { match?: string | undefined; heard?: string[] }>;
function notes(): Coached {
  try {
    return JSON.parse(kept(COACH) ?? '{}') as Coached;
  } catch {
    return {};
  }
}
const note = (game: string, change: Coached[string]): void => keep(COACH, JSON.stringify({ ...notes(), [game]: { ...notes()[game], ...change } }));
export const coached = (game: string, code: string): boolean => notes()[game]?.match === code;
export const heard = (game: string): string[] => notes()[game]?.heard ?? [];
export const hear = (game: string, key: string): void => note(game, { heard: [...heard(game), key] });
/** Coached if it is the first on this device, however it came about. */
export const begun = (game: GameFacts | undefined, code: string, first = game && isFirst(game.name)): void => {
  if (first && game?.coach) note(game.name, { match: code });
};
export const leaveAlone = (game: string): void => note(game, { match: undefined });

/** The rules in one minute, before the first action. */
export const MINUTE = 'minute';
/** A match that a lesson has begun goes on against the weakest bots, with its coach; the rules are known. */
export async function playOn({ name, coach }: GameFacts, file: string, you: number, of: number): Promise<void> {
  app.wanted = name;
  const made = await app.attempt(async () => {
    await app.guest();
    const seats = Array.from({ length: of }, (_, seat) => (seat === you ? { kind: 'me' } : { kind: 'bot', level: app.levels[0] }));
    return app.ask<TableFacts>('uploads', { file, seats });
  });
  if (!made) return;
  if (coach) note(name, { match: made.code, heard: [...new Set([...heard(name), MINUTE])] });
  app.go(`/t/${made.code}`);
}

export async function playNow(game: GameFacts, first = isFirst(game.name)): Promise<void> {
  const { name, seats, options } = game;
  app.wanted = name;
  const made = await app.attempt(async () => {
    await app.guest();
    const bots = Array.from({ length: Math.max(1, official(name, seats)[0]! - 1) }, () => ({ kind: 'bot', level: first ? app.levels[0] : app.level }));
    const kind = first ? Object.fromEntries(options.map((option) => [option.name, option.first])) : {};
    return app.ask<TableFacts>('tables', { game: name, options: kind, seats: [{ kind: 'me' }, ...bots] });
  });
  if (!made) return;
  begun(game, made.code, first);
  app.go(`/t/${made.code}`);
}
