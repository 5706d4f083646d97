// A match gone on with from some position, as a new one: bots or friends at every other seat.
import { text } from './api';
import { app } from './app.svelte';
import type { TableFacts } from './frames';

/** In place of a level: seats left open, for people to be invited. */
export const FRIENDS = 'open';

export async function goOn(facts: TableFacts, at: number, seat: number, level: string): Promise<void> {
  const made = await app.attempt(async () => {
    await app.guest();
    const file = await text(app.lang, `tables/${facts.code}/game`);
    const other = level === FRIENDS ? { kind: FRIENDS } : { kind: 'bot', level };
    const seats = facts.seats.map((one) => (one.seat === seat ? { kind: 'me' } : other));
    return app.ask<TableFacts>('uploads', { file, at, seats });
  });
  if (made) app.go(`/t/${made.code}`);
}
