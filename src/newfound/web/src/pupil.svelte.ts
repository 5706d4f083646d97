// Somebody in a lesson: a table whose server plays the other side as the lesson has it. What was done is kept on this device.
import type { Snippet } from 'svelte';
import { app, keep, kept } from './app.svelte';
import { ask, Refused } from './api';
import { lookOf } from './board';
import { remember, type Event, type Frame, type Preview, type Problem, type TableFacts, type Told, type Values } from './frames';
import { keptAfter, progressOf, type Progress } from './progress';
import { sayAction } from './say';
import { Table, type Desk } from './table.svelte';
import { Catalog } from './text';

/** What a lesson puts into the table in play. */
export interface Taught {
  table: Table;
  title: string;
  /** What is said now, for those who listen. */
  said: string;
  clause: string | undefined;
  /** The sentence, in the bar of a small screen. */
  sentence: Snippet<[read: (clause: string) => void]>;
  /** The same as a page beside the board. */
  page: Snippet<[read: (clause: string) => void]>;
  /** Where nothing is chosen yet: what is answered, and what happened where no page says it. */
  note: (wide: boolean) => Snippet | undefined;
  /** In place of what can be done: going on. */
  end: Snippet | undefined;
  extra: Snippet;
}

/** Where the pupil is: docs/protocol.md. */
interface Stage {
  done: string[];
  step: number;
  of: number;
  over: boolean;
  shown: boolean;
  point: string[];
  answer: string | null;
  /** Where the sentences stand in the catalog, and what they speak of. */
  speaks: string;
  values: Values;
  /** In a puzzle from play, once it is solved: what the best brings whom. */
  reasons: Told[];
  you: number;
  seats: number;
  frame: Omit<Frame, 'table'>;
  /** The `.game` file of a lesson that goes on as a match, once it is over. */
  match: string | null;
}

const KEPT = 'newfound.lessons';
/** Values of a puzzle's sentences that are actions. */
const ACTIONS = ['best', 'tempting'];
export const progress = (game: string): Progress => progressOf(kept(KEPT), game);

export class Pupil implements Desk {
  readonly table = new Table(this);
  now = $state.raw<Stage>();
  facts = $state.raw<TableFacts>();
  /** The name of the sentence that answers the last attempt, and the step it belongs to. */
  answer = $state.raw<{ step: number; name: string; values: Values }>();
  /** The solution was shown, not found. */
  private revealed = false;
  /** Actions that sentences speak of, said where they could be chosen. */
  private actions: Record<string, string> = {};
  private history: Event[] = [];
  private pictures = false;

  constructor(
    readonly game: string,
    readonly name: string,
  ) {}

  /** Where it was left, or at the beginning: also where the lesson has changed meanwhile. */
  async open(): Promise<void> {
    this.table.look = await lookOf(this.game);
    this.pictures = this.table.look.pictures ?? false;
    const done = progress(this.game).at[this.name] ?? [];
    const changed = (error: unknown) => (error instanceof Refused && error.status >= 400 && done.length > 0 ? this.stage([]) : Promise.reject(error));
    await this.begin(() => this.stage(done).catch(changed));
  }
  again = (): Promise<void> => this.begin(() => this.stage([]));

  private async begin(where: () => Promise<Stage>): Promise<void> {
    const found = await app.attempt(where);
    if (!found) return;
    this.history = [];
    this.answer = undefined;
    this.revealed = false;
    this.show(found);
  }
  private stage(done: string[], attempt: string | null = null, reveal = false): Promise<Stage> {
    return this.ask<Stage>('', { done, attempt, reveal, pictures: this.pictures });
  }
  /** The sentences of the lessons on top of the game's own. */
  async speak(): Promise<void> {
    const lang = app.lang;
    const [catalog, said] = await Promise.all([app.catalogOf(this.game, lang), app.catalogOf(this.game, lang, true)]);
    if (lang === app.lang) this.table.catalog = new Catalog(lang, { ...catalog.entries, ...said.entries });
  }
  /** Actions among the values are said as a button says them. */
  say(key: string, values: Values = this.now?.values ?? {}): string {
    const said = ACTIONS.filter((name) => name in values).map((name) => [name, this.action(String(values[name]))]);
    return this.table.t(`${this.now?.speaks}.${key}`, { ...values, ...Object.fromEntries(said) });
  }
  /** As it was said where it could be chosen. */
  private action(text: string): string {
    return this.actions[text] ?? sayAction(this.table, text);
  }

  // ---- Desk
  send(action: string): void {
    void this.attempt(action);
  }
  undo(): void {}
  async why(text: string): Promise<Problem | null> {
    return (await this.asked<{ problem: Problem | null }>('/why', text))?.problem ?? null;
  }
  async preview(action: string): Promise<Preview | null> {
    return (await this.asked<Preview>('/preview', action)) ?? null;
  }
  /** Something is tried, or, with nothing, gone on from what is only shown. */
  async attempt(action = '', reveal = false): Promise<void> {
    const { now, table } = this;
    if (!now || table.sending !== undefined) return;
    table.sending = action;
    const found = await app.attempt(() => this.stage(now.done, action, reveal));
    table.sending = undefined;
    if (!found) return;
    this.revealed ||= reveal;
    this.answer = found.answer === null ? undefined : { step: now.step, name: found.answer, values: found.values };
    for (const name of ACTIONS) if (name in found.values) this.actions[String(found.values[name])] ??= sayAction(table, String(found.values[name]));
    this.show(found);
  }

  /** The solution is shown: it counts as not solved. */
  reveal = (): Promise<void> => this.attempt('', true);

  private show(found: Stage): void {
    const before = this.now;
    this.now = found;
    // A puzzle from play is one decision: done when it is taken, and begun anew where it was left.
    const puzzle = found.speaks === 'puzzle';
    const done = puzzle ? found.step > 1 : found.over;
    keep(KEPT, keptAfter(kept(KEPT), this.game, this.name, puzzle ? [] : found.done, done && !this.revealed));
    this.facts = this.sit(found);
    this.table.you = found.you;
    const went = before !== undefined && found.step !== before.step;
    this.history = remember(this.history, found.frame);
    // Where something is only shown, nothing else can be done.
    const actions = found.shown || found.over ? [] : found.frame.actions;
    this.table.show({ ...found.frame, actions, serial: found.step, table: this.facts }, this.history, went ? found.frame.news.flatMap((event) => event.told) : []);
    if (found.step !== before?.step) this.table.dwell(found.point);
  }
  /** A table of the pupil and those the lesson plays for. */
  private sit({ you, seats }: Stage): TableFacts {
    if (this.facts) return this.facts;
    const others = app.t('web.bots.names').split(', ');
    const names = Array.from({ length: seats }, (_, seat) => (seat === you ? (app.name ?? app.t('web.guest')) : others[seat % others.length]!));
    this.table.players = names;
    return {
      code: '',
      game: this.game,
      title: app.games?.games.find((one) => one.name === this.game)?.title ?? '',
      installed: true,
      edition: 0,
      options: {},
      status: 'playing',
      public: false,
      practice: false,
      seats: names.map((name, seat) => ({ seat, kind: seat === you ? 'person' : 'open', name, level: null, stand_in: null, gone: null, wait: null, connected: true, yours: seat === you, ready: true, host: false, lent: false })),
      watchers: 0,
      created: 0,
      moved: null,
      host: false,
      serial: 0,
      turn: null,
      ended: null,
      given: 0,
      fair: { commitment: '', seed: null },
      asked: null,
      rematch: null,
      plan: 0,
      host_in: null,
      talk: 'closed',
      may_talk: false,
      invited: null,
      invitations: [],
      days: null,
    };
  }
  private ask<T>(what: string, body: unknown): Promise<T> {
    return ask<T>(app.lang, `lessons/${this.game}/${this.name}${what}`, body);
  }
  private async asked<T>(what: string, text: string): Promise<T | undefined> {
    try {
      return await this.ask<T>(what, { done: this.now?.done ?? [], text });
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }
}
