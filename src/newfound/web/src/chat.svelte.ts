// The talk of one table: what was said, what of it this device has seen, and whom it hides.
import type { Line } from './frames';

const KEY = 'newfound.chat';
const MOST = 40; // tables of which something is kept

interface Kept {
  read: number;
  hidden: string[];
}

/** By whom: a seat, or an onlooker by their name. */
export const writer = ({ seat, name }: Pick<Line, 'seat' | 'name'>): string => (seat >= 0 ? String(seat) : `- ${name}`);

function all(): Record<string, Kept> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, Kept>;
  } catch {
    return {}; // storage may be forbidden, or hold something else
  }
}

export class Chat {
  lines = $state.raw<Line[]>([]);
  hidden = $state.raw<string[]>([]);
  private read = $state(-1);

  constructor(
    private code: string,
    private own: (line: Line) => boolean,
  ) {
    const { read = -1, hidden = [] } = all()[code] ?? {};
    this.read = read;
    this.hidden = hidden;
  }
  /** Said by somebody else, and neither seen nor hidden. */
  get unread(): number {
    return this.lines.filter((line) => line.number > this.read && this.matters(line)).length;
  }
  matters(line: Line): boolean {
    return !this.own(line) && !this.hides(line);
  }
  hides(line: Line): boolean {
    return this.hidden.includes(writer(line));
  }
  see(): void {
    const last = this.lines.at(-1)?.number ?? -1;
    if (last <= this.read) return;
    this.read = last;
    this.keep();
  }
  hide(line: Line, hidden: boolean): void {
    this.hidden = [...this.hidden.filter((one) => one !== writer(line)), ...(hidden ? [writer(line)] : [])];
    this.keep();
  }
  private keep(): void {
    const { [this.code]: _, ...others } = all();
    const kept = Object.entries(others).slice(1 - MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [this.code, { read: this.read, hidden: this.hidden }]])));
    } catch {
      // then it is seen again next time
    }
  }
}
