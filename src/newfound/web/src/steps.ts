// Leafing through a match: by event, by turn, by round.
export type Unit = 'event' | 'turn' | 'round';
export const UNITS: readonly Unit[] = ['event', 'turn', 'round'];

/** Where turns and rounds begin, as event counts. */
export interface Course {
  turns: number[];
  rounds: { at: number; round: number }[];
}

/** The event count one step on, or back; at the end of either it stays there. */
export function step(course: Course, unit: Unit, at: number, by: 1 | -1, all: number): number {
  if (unit === 'event') return Math.min(all, Math.max(0, at + by));
  const marks = unit === 'turn' ? course.turns : course.rounds.map((one) => one.at);
  return by > 0 ? (marks.find((mark) => mark > at) ?? all) : (marks.findLast((mark) => mark < at) ?? 0);
}

/** The round that is being played at this event count; undefined before the first. */
export const roundAt = (course: Course, at: number): number | undefined => course.rounds.findLast((one) => one.at <= at)?.round;
