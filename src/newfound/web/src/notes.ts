// What happens at a table beside the match, in words: who left, came back, asks what, and what came of it.
import type { Note, TableFacts } from './frames';

type Say = (key: string, values?: Record<string, unknown>) => string;

const ANSWERS = ['no', 'yes', 'away'];

export function sayNote(t: Say, { kind, seat, value, note }: Note, names: readonly string[]): string {
  const name = names[seat] ?? '';
  if (kind === 'asked') return t(`web.asked.${note}`, { name, other: names[value] ?? '' });
  if (kind === 'answered') return t(`web.note.answered_${ANSWERS[value]}`, { name });
  if (kind === 'ended') return t(`web.note.ended_${note}`);
  const level = note && kind !== 'back' ? t(`web.level.${note}`) : '';
  if (kind === 'failed') return t(value ? 'web.note.failed_often' : 'web.note.failed', { name, level });
  return t(`web.note.${kind}`, { name, level });
}

/** How it ended, where that needs saying: who resigned, for whom a bot finished. */
export function howEnded(t: Say, facts: TableFacts, names: readonly string[]): string[] {
  if (facts.status !== 'over') return [];
  const of = (...why: (string | null)[]) => facts.seats.filter((seat) => seat.kind === 'person' && why.includes(seat.gone)).map((seat) => names[seat.seat] ?? '');
  const said = (key: string, found: string[]) => (found.length > 0 ? [t(key, { names: found.join(', ') })] : []);
  return [...said('web.end.resigned', of('resigned')), ...said('web.end.by_bot', of('left', 'away', 'freed'))];
}
