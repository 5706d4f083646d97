// A review that is being worked out: asked for once, then looked at again and again until it is done.
import { ask, Refused } from './api';
import { app } from './app.svelte';
import type { Progress, Verdict } from './review';

const PAUSE = 1200; // ms between two looks

export class Reviewed {
  progress = $state.raw<Progress>();
  /** As much of it as there is. */
  found = $state.raw<Progress['review']>(null);
  /** Why there is none. */
  refused = $state<string>();
  /** How much was found in what was shown last. */
  private known = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  constructor(readonly code: string) {}

  /** Asks for it; what there is already is shown at once. */
  begin = async (): Promise<void> => {
    this.refused = undefined;
    await this.look({});
  };
  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }
  /** Looks without asking for it: whether anybody has asked. */
  private async asked(): Promise<boolean> {
    const told = await ask<Progress>(app.lang, `tables/${this.code}/review`).catch(() => undefined);
    if (!told || told.state === 'none') return false;
    await this.look();
    return true;
  }
  judge(at: number, action: string): Promise<Verdict | undefined> {
    return app.attempt(() => app.ask<Verdict>(`tables/${this.code}/review/try`, { at, action }));
  }

  private async look(body?: object): Promise<void> {
    const known = this.found ? `?known=${this.known}` : '';
    try {
      const told = await ask<Progress>(app.lang, `tables/${this.code}/review${body ? '' : known}`, body);
      this.progress = told;
      if (told.review) [this.found, this.known] = [told.review, told.done];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401 && body && (await this.asked())) return; // who has no name sees what others asked for
      if (error.status !== 0) {
        this.refused = error.problem.sentence || app.t(error.problem.key);
        return;
      } // nobody answers: again in a moment
    }
    if (!this.left && this.progress?.state !== 'done' && this.progress?.state !== 'failed') this.timer = setTimeout(() => void this.look(this.progress ? undefined : {}), PAUSE);
  }
}
