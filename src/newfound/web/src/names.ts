// What seats are called: people by their name, bots by one of ours, always the same at the same table.
import type { TableFacts } from './frames';

export function namesOf(facts: TableFacts, bots: string): string[] {
  const names = bots.split(', ');
  const first = [...facts.code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return facts.seats.map((seat) => (seat.kind === 'bot' ? names[(first + seat.seat * 3) % names.length]! : seat.name || `${seat.seat + 1}`));
}
