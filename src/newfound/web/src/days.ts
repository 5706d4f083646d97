// Playing over days: until when somebody has time, and how that is said.
import { app } from './app.svelte';
import type { TableFacts } from './frames';

export const PACES = [1, 2, 3, 5, 7, 14] as const;

/** “Thu 19 Nov, 14:30”: seconds since 1970 as a day and an hour. */
export function when(seconds: number): string {
  const form: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(app.locale, form).format(new Date(seconds * 1000));
}

/** Whether whoever's turn it is has had the time that was agreed. */
export const isLate = ({ days, status }: TableFacts, now = Date.now()): boolean => status === 'playing' && days?.due != null && now > days.due * 1000;

/** How long a decision may take, as a sentence. */
export const paceOf = (pace: number): string => (pace ? app.t('web.days.pace', { n: pace }) : app.t('web.days.live'));

/** Until when whoever's turn it is has time, and that they took more. */
export function until(facts: TableFacts): string {
  const { due, holiday } = facts.days!;
  if (isLate(facts)) return app.t('web.days.late_short');
  return app.t(holiday ? 'web.days.until_more' : 'web.days.until', { when: when(due!), n: holiday });
}

/** The same where there is little room: the day, and on the last one the hour. */
export function soon(facts: TableFacts): string {
  const due = facts.days!.due! * 1000;
  const last = due - Date.now() < 24 * 3600 * 1000;
  const form: Intl.DateTimeFormatOptions = last ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' };
  if (isLate(facts)) return app.t('web.days.late_short');
  return app.t(last ? 'web.days.until_hour' : 'web.days.until', { when: new Intl.DateTimeFormat(app.locale, form).format(new Date(due)) });
}
