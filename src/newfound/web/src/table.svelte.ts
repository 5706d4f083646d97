// A table as its boards see it: the frame of one reader, and what is being chosen. No rule of a game.
import type { Look } from './board';
import type { Chance, Event, Frame, Json, Preview, Problem, Score, Told, Values } from './frames';
import { OVER, shared } from './frames';
import { add, matches, narrow, standing, type Standing } from './pick';
import { Catalog } from './text';

/** What a table asks of its server; a replay has no such thing. */
export interface Desk {
  send(action: string): void;
  undo(): void;
  why(text: string): Promise<Problem | null>;
  preview(action: string): Promise<Preview | null>;
  /** A lesson has no such thing. */
  odds?(): Promise<Chance[]>;
}

interface Picked {
  word: string;
  id: string;
}

export interface Target {
  /** What a screen reader says; also the tooltip. */
  label: string;
  /** The action to ask about when the thing is clicked and cannot be chosen: "why not?". Where several pieces could be meant, one action for each, named when it is asked. */
  why?: string | (() => readonly string[]) | undefined;
  /** A place: it replaces no piece that is chosen. Where it does not go with one, that is a "why not?". */
  place?: boolean;
  /** Tells apart things that carry the same word (two equal buildings of a hand). */
  id?: string;
  /** What a click on the chosen thing does (a tile is turned); by default it does what is chosen, or lets go where something is left to choose. */
  again?: () => void;
  /** Told when the thing is looked at, by pointer or focus, and when no more. */
  looked?: (at: boolean) => void;
}

/** What was not there so many milliseconds ago takes no click. */
export const MOMENT = 500;
const MOST = 12; // spellings asked about at once

/** An answered "why not?", and the thing it was asked of. */
export interface WhyNot {
  problem: Problem;
  of: Element;
}

/** Whether the pointer has left the thing, not only one part of it for another. */
export const leaves = ({ currentTarget, relatedTarget }: PointerEvent) => !(currentTarget as Element).contains(relatedTarget as Element | null);

interface Handle {
  on: Record<string, unknown>;
  why: Target['why'];
  again: (() => void) | undefined;
  looked: ((at: boolean) => void) | undefined;
}

export class Table<View = Json> {
  frame = $state.raw<Frame<View>>();
  history = $state.raw<Event[]>([]);
  /** What this frame told that was not known before: to be animated. */
  fresh = $state.raw<Told[]>([]);
  catalog = $state.raw(new Catalog('en', {}));
  look = $state.raw<Look<View>>();
  players = $state.raw<string[]>([]);
  /** The seat that sentences call "you": the reader's, where this device plays for nobody else. */
  you = $state<number>();
  /** What the log points at, to be outlined on the board; brought into sight where it was clicked. */
  pointed = $state.raw<{ told: readonly Told[]; sought: boolean }>({ told: [], sought: false });
  /** What a lesson points at, as long as nothing else does. */
  private dwelt: readonly Told[] = [];
  /** Words that a lesson points at. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** How far the final count has come; undefined where it is not being counted up. */
  counted = $state<number>();
  /** What was sent and is not stored yet. */
  sending = $state<string>();
  whyNot = $state.raw<WhyNot>();
  readonly replay: boolean;
  picks = $state.raw<Picked[]>([]);
  private hovered = $state<string>();
  private found = $state.raw<Preview>();
  private said = new WeakMap<Told, { catalog: Catalog; players: string[]; you: number | undefined; text: string }>();
  private handles = new Map<string, Handle>();
  private places = new Set<string>();
  /** The words that things on the table carry. */
  private words = new Set<string>();
  /** When what can be done changed last. */
  private since = -Infinity;
  private cache = new Map<string, Preview | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private desk?: Desk) {
    this.replay = desk === undefined;
  }

  // ---- what is shown
  /** There as soon as a board is. */
  get view(): View {
    return this.frame?.view as View;
  }
  get reader(): number {
    return this.frame?.reader ?? -3;
  }
  get turn(): number {
    return this.frame?.turn ?? OVER;
  }
  get mine(): boolean {
    return !this.replay && this.turn === this.reader && !this.played;
  }
  /** Whether a bot plays the reader's seat. */
  get played(): boolean {
    return Boolean(this.frame?.table?.seats[this.reader]?.stand_in);
  }
  get over(): boolean {
    return this.turn === OVER;
  }
  /** Nothing can be chosen: a replay, an onlooker, another's turn, or something on its way. */
  get readOnly(): boolean {
    return !this.mine || this.sending !== undefined;
  }
  /** What happened since this reader last decided (in a replay: at this step): to be marked. */
  get last(): Told[] {
    if (this.replay) return this.frame?.news.flatMap((event) => event.told) ?? [];
    return this.recent().flatMap((event) => event.told);
  }
  /** The others' moves since this reader's last turn, and what the reader has done in this one: they stay marked until it ends. */
  private recent(): Event[] {
    const { history, reader } = this;
    if (reader < 0) return history.slice(-12);
    const others = history.findLastIndex((event) => event.seat >= 0 && event.seat !== reader);
    const own = history.slice(0, others + 1).findLastIndex((event) => event.seat === reader);
    return history.slice(own + 1);
  }
  /** What others did since this reader last decided, move by move. */
  get missed(): Event[] {
    return this.replay || this.reader < 0 ? [] : this.recent().filter((event) => event.seat >= 0 && event.seat !== this.reader && event.told.length > 0);
  }
  point(told: readonly Told[] = [], sought = false): void {
    const wanted = told.length > 0 ? told : this.dwelt;
    if (wanted.length > 0 || this.pointed.told.length > 0) this.pointed = { told: wanted, sought };
  }
  /** A lesson points at cells and words, until it points elsewhere. */
  dwell(words: readonly string[]): void {
    this.lit = new Set(words);
    this.dwelt = words.length > 0 ? [{ key: 'lesson', seat: this.reader, values: {}, cells: [...words] }] : [];
    this.point([], true);
  }
  /** Points so far: while they are counted up, those counted. */
  get scores(): readonly Score[] {
    const { scores = [], reckoning = [] } = this.frame ?? {};
    if (this.counted === undefined) return scores;
    const done = reckoning.slice(0, this.counted);
    return scores.map((_, seat) => ({ total: done.reduce((sum, told) => sum + (told.seat === seat ? told.points! : 0), 0), parts: [] }));
  }
  t = (key: string, values: Values = {}): string => this.catalog.say(key, { players: this.players, reader: this.you, ...values });
  /** Said once: the log asks again with every frame. */
  tell = (told: Told): string => {
    const { catalog, players, you } = this;
    const said = this.said.get(told);
    if (said && said.catalog === catalog && said.players === players && said.you === you) return said.text;
    const text = this.t(told.key, { seat: told.seat, points: told.points ?? 0, cells: told.cells.join(', '), ...told.values, ...this.look?.named?.(told, this) });
    this.said.set(told, { catalog, players, you, text });
    return text;
  };

  // ---- choosing
  get actions(): readonly string[] {
    return this.readOnly ? [] : (this.frame?.actions ?? []);
  }
  /** Actions of one word are buttons by themselves, as long as they are few. */
  get single(): string[] {
    const found = this.actions.filter((action) => !action.includes(' '));
    return found.length > 4 ? [] : found;
  }
  get picked(): string[] {
    return this.picks.map((pick) => pick.word);
  }
  /** The actions that go with what is picked. */
  get left(): string[] {
    return narrow(this.actions, this.picked);
  }
  /** The action that would be done now: the only one left, or the one the game prefers. */
  get chosen(): string | undefined {
    return this.picks.length === 0 ? undefined : this.decide(this.picked);
  }
  /** The action to show on the board: what the thing under the pointer would complete, or else what is chosen. */
  get shown(): string | undefined {
    const hovered = this.hovered;
    if (hovered && this.actions.includes(hovered)) return hovered;
    if (hovered && !this.picked.includes(hovered) && this.standing(hovered) !== 'idle') {
      const picked = add(this.actions, this.picked, hovered);
      const action = picked && this.decide(picked);
      if (action) return action;
    }
    return this.chosen;
  }
  /** What can still come, as far as it was asked for at this moment. */
  chances = $state.raw<Chance[]>([]);
  /** Whether all of it is looked at. */
  weighed = $state(false);
  private reckoned: Frame<View> | undefined;
  /** What can still come is asked for once in a moment, where somebody looks at it. */
  async reckon(): Promise<void> {
    const { frame, desk, over } = this;
    if (!frame || over || !desk?.odds || this.reckoned?.serial === frame.serial && this.reckoned.reader === frame.reader) return;
    this.reckoned = frame;
    const found = await desk.odds();
    if (this.reckoned === frame) this.chances = found;
  }
  /** What the shown action would bring, once the server has answered. */
  get preview(): Preview | undefined {
    return this.found?.action === this.shown ? this.found : undefined;
  }

  standing(word: string): Standing {
    const state = standing(this.actions, this.picked, word);
    return state === 'other' && this.places.has(word) && !this.fits(word) ? 'idle' : state;
  }
  /** Whether a place goes with the pieces that are picked. */
  private fits(word: string): boolean {
    const pieces = this.picked.filter((one) => !this.places.has(one) && !this.look?.chips?.includes(one));
    return this.actions.some((action) => matches(action, [...pieces, word]));
  }
  /** Whether some action left has all these words. */
  can(...words: string[]): boolean {
    return this.actions.some((action) => matches(action, words));
  }
  pick(word: string, id = ''): void {
    const words = add(this.actions, this.picked, word);
    if (words === null) return;
    this.whyNot = undefined;
    this.picks = words.map((one) => (one === word ? { word, id } : this.picks.find((pick) => pick.word === one)!));
  }
  /** One word for another in place: a tile is turned. */
  swap(from: string, to: string): void {
    const changed = this.picks.map((pick) => (pick.word === from ? { ...pick, word: to } : pick));
    this.picks = narrow(this.actions, changed.map((pick) => pick.word)).length > 0 ? changed : [{ word: to, id: '' }];
  }
  /** Exactly these words. */
  choose(...words: string[]): void {
    this.picks = words.map((word) => ({ word, id: '' }));
  }
  /** This very action. */
  take(action: string): void {
    this.choose(...action.split(' ').map((word, at, all) => this.carried(word, at, all.length)));
  }
  /** A word of an action as the thing that carries it has it, so that piece and place are seen to be chosen. */
  private carried(word: string, at: number, of: number): string {
    const bound = `${word}@${at}`;
    if (this.words.has(word) || of === 1) return word;
    return at === 0 || this.words.has(bound) ? bound : word;
  }
  drop(word: string): void {
    this.picks = this.picks.filter((pick) => pick.word !== word);
  }
  clear(): void {
    this.picks = [];
    this.whyNot = undefined;
  }
  send(action = this.chosen): void {
    if (!action || !this.actions.includes(action)) return;
    this.desk?.send(action);
    this.clear();
  }
  undo(): void {
    this.clear();
    this.desk?.undo();
  }
  /** Asks why not. Of several actions none is guessed: what they have in common is said, or that one has to choose. */
  async ask(why: NonNullable<Target['why']>, of: Element): Promise<void> {
    const texts = typeof why === 'string' ? [why] : why();
    const asked = await Promise.all([...new Set(texts)].slice(0, MOST).map((text) => this.desk?.why(text)));
    const [problem, ...more] = asked.filter((one) => one != null);
    if (!problem) return;
    const same = more.every((one) => one.sentence === problem.sentence);
    this.whyNot = { problem: same ? problem : { key: 'web.table.which', values: {}, sentence: this.t('web.table.which'), clause: '', cells: [] }, of };
  }
  /** A word, or a whole action, is looked at. */
  hover(word?: string): void {
    this.hovered = word;
  }

  /** The attributes of a thing that can be chosen: `<g {...table.target('d4', {label})}>`. Styles go by data-state. */
  target(word: string, { label, why, place, id = '', again, looked }: Target): Record<string, unknown> {
    const named = { 'aria-label': label, 'data-word': word, 'data-lit': this.lit.has(word.replace(/@\d+$/, '')) || undefined };
    this.words.add(word);
    if (place) this.places.add(word);
    else this.places.delete(word);
    if (this.readOnly && !(this.mine && why)) return { ...named, role: 'img', 'data-state': 'still' };
    const state = this.stand(word, id);
    const key = `${word} ${id} ${typeof why === 'function' ? '…' : (why ?? '')}`;
    let handle = this.handles.get(key);
    if (!handle) this.handles.set(key, (handle = this.handle(word, id)));
    handle.why = why;
    handle.again = again;
    handle.looked = looked;
    return {
      ...named,
      role: 'button',
      tabindex: -1, // can have the focus at once; which of them Tab goes to is settled after the frame is shown
      'data-state': state,
      'data-id': id || undefined,
      'aria-pressed': state === 'picked',
      'aria-disabled': state === 'idle' || undefined,
      ...handle.on,
    };
  }

  /** Once more on what is picked: what it completes is done, by Enter even where a click turns the piece. Without that it lets go. */
  again(word: string, key = false, instead?: () => void): void {
    if (this.chosen && (key || !instead)) {
      if (performance.now() - this.since > MOMENT) this.send();
    } else if (instead) instead();
    else if (!key) this.drop(word);
  }
  private stand(word: string, id: string): Standing {
    const state = this.standing(word);
    if (state === 'picked' && id && !this.picks.some((pick) => pick.word === word && (pick.id === id || !pick.id))) return 'other';
    return state;
  }
  /** What a thing listens to: the same functions in every frame, so that nothing is attached anew. */
  private handle(word: string, id: string): Handle {
    const act = (of: Element, key = false) => {
      const state = this.stand(word, id);
      if (state === 'picked') return this.again(word, key, handle.again);
      if (state !== 'idle') return this.pick(word, id);
      if (handle.why) void this.ask(handle.why, of);
    };
    const look = (at: boolean) => {
      this.hover(at ? word : undefined);
      handle.looked?.(at);
    };
    const on = {
      onclick: (event: MouseEvent) => act(event.currentTarget as Element),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (!event.repeat) act(event.currentTarget as Element, event.key === 'Enter');
      },
      // Events that rise: the page listens once for all things, where those that do not would be attached to each.
      onpointerover: (event: PointerEvent) => event.pointerType === 'mouse' && look(true),
      onpointerout: (event: PointerEvent) => leaves(event) && look(false),
      onfocusin: () => look(true),
      onfocusout: () => look(false),
    };
    const handle: Handle = { on, why: undefined, again: undefined, looked: undefined };
    return handle;
  }

  // ---- for the shell
  show(frame: Frame<View>, history: Event[], fresh: Told[]): void {
    const old = this.frame;
    // A note in the story (a hint was asked for) changes the serial, but nothing that is being chosen.
    const noted = old !== undefined && frame.at === old.at && frame.turn === old.turn && frame.actions.join() === old.actions.join();
    const moved = frame.reader !== this.reader || (frame.serial !== old?.serial && !noted);
    this.frame = shared(old, frame);
    this.history = history;
    this.fresh = fresh;
    if (!moved) return;
    this.reckoned = undefined;
    if (frame.reader !== old?.reader) this.chances = []; // another may know other things
    this.since = performance.now();
    this.clear();
    this.cache.clear();
    this.found = undefined;
  }
  /** Asks for the preview of what is shown, a moment later, so that a pointer passing by asks nothing. */
  foresee(): void {
    const action = this.shown;
    clearTimeout(this.timer);
    if (!action || !this.desk) return;
    const known = this.cache.get(action);
    if (known !== undefined) {
      this.found = known ?? undefined;
      return;
    }
    const serial = this.frame?.serial;
    this.timer = setTimeout(async () => {
      const preview = (await this.desk?.preview(action)) ?? null;
      if (serial !== this.frame?.serial) return;
      this.cache.set(action, preview);
      if (this.shown === action && preview) this.found = preview;
    }, 90);
  }

  private decide(picked: readonly string[]): string | undefined {
    const left = narrow(this.actions, picked);
    return left.length === 1 ? left[0] : this.look?.prefer?.(left, picked, this.view);
  }
}
