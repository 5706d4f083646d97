// In a first match: one sentence where something happens for the first time, never twice on this device, until one has had enough.
import type { Told } from './frames';
import { coached, heard, hear, leaveAlone, MINUTE } from './quick';
import type { Link } from './link.svelte';

export class Coach {
  /** What is said now, and of which moment. */
  private now = $state.raw<{ at: number; told: Told; clause: string }>();
  private asked = -1;
  silent = $state(false);
  minute = $state(false);

  constructor(
    readonly link: Link,
    readonly game: string,
    code: string,
  ) {
    this.silent = !coached(game, code);
    this.minute = !this.silent && !heard(game).includes(MINUTE);
  }
  get said() {
    const { now, link } = this;
    return this.silent || !now || now.at !== link.table.frame?.at ? undefined : { text: link.table.tell(now.told), clause: now.clause };
  }
  /** Asked once for every moment. */
  async look(): Promise<void> {
    const { table } = this.link;
    const at = table.frame?.at ?? -1;
    if (this.silent || at === this.asked) return;
    this.asked = at;
    const advice = await this.link.advice();
    const found = advice.find((one) => !heard(this.game).includes(one.key));
    if (!found || this.silent || this.asked !== at) return;
    hear(this.game, found.key);
    this.now = { at, told: { ...found, seat: table.reader, cells: [] }, clause: found.clause };
  }
  begin = (): void => {
    hear(this.game, MINUTE);
    this.minute = false;
  };
  stop = (): void => {
    leaveAlone(this.game);
    this.silent = true;
    this.minute = false;
  };
}
