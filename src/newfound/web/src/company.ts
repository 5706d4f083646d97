// Who came, went, came back, looks on: told in one quiet line. Whoever only loads the page anew is no news.
import type { TableFacts } from './frames';

export const SETTLE = 1000; // ms in which what happens together is told together
export const GONE = 5000; // ms after which somebody who is not connected is away

export interface Notice {
  key: string;
  values: { name?: string; n?: number };
}

/** What is to be told of the difference. */
export function changes(before: TableFacts, after: TableFacts): Notice[] {
  const told: Notice[] = [];
  for (const seat of after.seats) {
    const was = before.seats[seat.seat];
    if (!was || seat.yours || was.yours) continue;
    const say = (key: string, name: string) => told.push({ key: `web.told.${key}`, values: { name } });
    if (seat.kind === 'person' && (was.kind !== 'person' || was.name !== seat.name)) say('joined', seat.name);
    else if (seat.kind === 'open' && was.kind === 'person') say('stood_up', was.name);
    else if (seat.kind === 'person' && !seat.stand_in && was.connected !== seat.connected) say(seat.connected ? 'back' : 'away', seat.name);
  }
  if (after.watchers > before.watchers) told.push({ key: 'web.told.looks_on', values: { n: after.watchers } });
  return told;
}

/** Listens to the facts of a table and tells what has lasted a moment. */
export class Company {
  private told: TableFacts | undefined;
  private now: TableFacts | undefined;
  private since = new Map<number, number>(); // when seats were left
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private tell: (notices: Notice[]) => void) {}

  hear(facts: TableFacts): void {
    for (const { seat, connected } of facts.seats) {
      if (connected) this.since.delete(seat);
      else if (!this.since.has(seat)) this.since.set(seat, performance.now());
    }
    this.now = facts;
    this.told ??= facts;
    this.timer ??= setTimeout(this.settle, SETTLE);
  }
  close(): void {
    clearTimeout(this.timer);
  }
  private settle = (): void => {
    this.timer = undefined;
    const { told, now } = this;
    if (!told || !now) return;
    // Whoever went just now may be back in a moment.
    const soon = now.seats.filter(({ seat, connected }) => !connected && told.seats[seat]?.connected && performance.now() - (this.since.get(seat) ?? 0) < GONE);
    const shown = soon.length === 0 ? now : { ...now, seats: now.seats.map((seat) => (soon.includes(seat) ? { ...seat, connected: true } : seat)) };
    if (soon.length > 0) this.timer = setTimeout(this.settle, SETTLE);
    this.told = shown;
    const notices = changes(told, shown);
    if (notices.length > 0) this.tell(notices);
  };
}
