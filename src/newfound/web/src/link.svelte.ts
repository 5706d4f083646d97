// The connection to one table: a socket that comes back by itself, and what was sent until it is acknowledged.
import { host } from '$host';
import { app, type Pace } from './app.svelte';
import { ask, Refused } from './api';
import { lookOf } from './board';
import { Chat } from './chat.svelte';
import { Company, type Notice } from './company';
import { OVER, remember, shared, type Advice, type Chance, type Event, type Frame, type FromServer, type Hint, type Preview, type Problem, type TableFacts, type Told } from './frames';
import type { Line } from './hosts/host';
import { play } from './sound';
import { Table, type Desk } from './table.svelte';

const SLOW = 1500; // ms between others' moves for whoever wants to follow them slowly
const PICTURE = 20; // ms, a little more than from one picture to the next

export type Connection = 'joining' | 'open' | 'lost' | 'refused';

interface Waiting {
  id: string;
  do: string;
  [field: string]: unknown;
}

export class Link implements Desk {
  readonly table: Table;
  state = $state<Connection>('joining');
  facts = $state.raw<TableFacts>();
  seats = $state.raw<number[]>([]);
  readonly chat: Chat;
  /** What is told of people at the table, and what somebody has just said. */
  notices = $state.raw<Notice[]>([]);
  /** Seats that were this reader's until somebody else got them. */
  parted = $state.raw<number[]>([]);
  private company = new Company((notices) => (this.notices = notices));
  refusal = $state.raw<Problem>();
  closed = $state<number>();
  /** Over a device that is passed round: nothing is kept or shown until the next person says who they are. */
  curtain = $state<number>();
  /** How many frames have come and wait for the reader's pace. */
  behind = $state(0);
  /** Who has just given this reader a sign to go on. */
  nudge = $state.raw<{ seat: number }>();
  /** When something was last done. */
  turned = $state(performance.now());
  /** When this reader last gave somebody such a sign. */
  prodded = $state(-Infinity);
  /** When the facts came: what they say of waiting counts from then. */
  heard = performance.now();
  private line: ({ type: 'frame' } & Frame)[] = [];
  private walking: ReturnType<typeof setTimeout> | undefined;
  private walked = -Infinity;
  private history: Event[] = [];
  private outbox: Waiting[] = [];
  /** What has arrived and is not shown yet. */
  private next: ({ type: 'frame' } & Frame) | undefined;
  private fresh: Told[] = [];
  private coming: (() => void) | undefined; // takes back that it will be shown
  private shown = -Infinity;
  private socket: Line | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private seen: number | undefined;
  private passed: number | undefined; // the seat of whoever holds the device
  private done = false;
  private reader: number | undefined;
  private pictures = false;

  constructor(readonly code: string) {
    this.table = new Table(this);
    this.chat = new Chat(code, ({ seat, name }) => (seat >= 0 ? this.seats.includes(seat) : name === app.name));
    this.connect();
    addEventListener('online', this.wake);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.wake);
  }

  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    clearTimeout(this.walking);
    this.company.close();
    this.discard();
    this.socket?.close();
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.wake);
  }

  /** Sits down anew: this browser holds other seats than before. */
  rejoin(): void {
    this.reader = undefined;
    this.seen = undefined;
    this.parted = [];
    this.reconnect();
  }
  /** Frames bring the game's own picture from now on: nothing here can draw it. */
  draw(): void {
    if (this.pictures) return;
    this.pictures = true;
    this.reconnect();
  }

  // ---- the reader's pace
  /** Another pace; a quick one is asked of the server, whose bots wait for people. */
  walk(pace: Pace): void {
    const quick = pace === 'quick' || app.pace === 'quick';
    app.walk(pace);
    clearTimeout(this.walking);
    this.walking = undefined;
    if (pace === 'quick' || pace === 'normal') this.catchUp();
    else this.follow();
    if (quick) this.reconnect();
  }
  /** Shows the next move, and what comes with it. */
  step = (): void => {
    clearTimeout(this.walking);
    this.walking = undefined;
    const [next] = this.line.splice(0, 1);
    if (next) this.accept(next);
    while (this.line[0] && !this.paced(this.line[0])) this.accept(this.line.shift()!);
    this.behind = this.line.length;
    this.walked = performance.now();
    this.follow();
  };
  catchUp(): void {
    for (const frame of this.line.splice(0)) this.accept(frame);
    this.behind = 0;
  }
  private follow(): void {
    if (this.line.length === 0 || app.pace === 'step' || this.walking) return;
    this.walking = setTimeout(this.step, Math.max(0, this.walked + SLOW - performance.now()));
  }
  /** Whether a frame waits: it tells of somebody else's move, and the reader wants to follow. */
  private paced({ news, reader }: Frame): boolean {
    const wanted = app.pace === 'step' || (app.pace === 'slow' && !document.hidden);
    return wanted && news.some((event) => event.seat >= 0 && event.seat !== reader && event.told.length > 0);
  }

  // ---- Desk
  send(action: string): void {
    this.table.sending = action;
    this.post({ do: 'play', serial: this.table.frame?.serial, seat: this.table.reader, action });
  }
  undo(): void {
    this.post({ do: 'undo', serial: this.table.frame?.serial, seat: this.table.reader });
  }
  back(): void {
    this.post({ do: 'back', serial: this.table.frame?.serial, seat: this.table.reader });
  }
  agree(yes: boolean): void {
    this.post({ do: 'agree', serial: this.table.frame?.serial, seat: this.table.reader, yes });
  }
  end(): void {
    this.post({ do: 'ask', what: 'end', serial: this.table.frame?.serial, seat: this.table.reader });
  }
  replace(of: number): void {
    this.post({ do: 'ask', what: 'replace', of, serial: this.table.frame?.serial, seat: this.table.reader });
  }
  withdraw(): void {
    this.post({ do: 'withdraw', serial: this.table.frame?.serial, seat: this.table.reader });
  }
  prod(): void {
    this.prodded = performance.now();
    this.post({ do: 'nudge', serial: this.table.frame?.serial, seat: this.table.reader });
  }
  say(text: string): void {
    this.post({ do: 'chat', text });
  }
  look(seat: number): void {
    this.curtain = undefined;
    this.passed = seat;
    this.reader = seat;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: 'look', seat }));
    else this.again();
  }
  async why(text: string): Promise<Problem | null> {
    const answer = await this.asked<{ problem: Problem | null }>('why', { seat: this.table.reader, text });
    return answer?.problem ?? null;
  }
  async preview(action: string): Promise<Preview | null> {
    return (await this.asked<Preview>('preview', { seat: this.table.reader, action })) ?? null;
  }
  /** What can still come, as far as this reader may know. */
  async odds(): Promise<Chance[]> {
    return (await this.asked<{ chances: Chance[] }>(`odds?seat=${this.table.reader}`))?.chances ?? [];
  }
  /** What the game's coach has to say to this reader now. */
  async advice(): Promise<Advice[]> {
    return (await this.asked<{ advice: Advice[] }>(`advice?seat=${this.table.reader}`))?.advice ?? [];
  }
  /** What a strong bot would do, and what it thinks of the best few; it takes a while. Refused with a reason where there is none to be had. */
  hint(): Promise<Hint> {
    return ask(app.lang, `tables/${this.code}/hint`, { seat: this.table.reader });
  }
  private async asked<T>(what: string, body?: unknown): Promise<T | undefined> {
    try {
      return await ask<T>(app.lang, `tables/${this.code}/${what}`, body);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  // ---- the socket
  private post(message: { do: string; [field: string]: unknown }): void {
    const waiting: Waiting = { ...message, id: crypto.randomUUID?.() ?? String(Math.random()).slice(2) };
    this.outbox.push(waiting);
    this.refusal = undefined;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(waiting));
  }
  private connect(): void {
    const query = new URLSearchParams({ lang: app.lang });
    if (this.reader !== undefined) query.set('seat', String(this.reader));
    if (this.seen !== undefined) query.set('serial', String(this.seen));
    if (this.pictures) query.set('pictures', '1');
    if (app.pace === 'quick') query.set('pace', 'quick');
    const socket = host.connect(`tables/${this.code}/socket?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }
  private reconnect(): void {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.connect();
  }
  private lost(code: number): void {
    if (this.done) return;
    this.closed = code;
    if (code === 4403 && this.reader !== undefined) return this.reader >= 0 ? this.part([this.reader]) : this.rejoin(); // it was theirs when they went
    if ([4401, 4403, 4404, 4409, 4410].includes(code)) {
      this.state = 'refused';
      return;
    }
    this.state = 'lost';
    this.timer = setTimeout(this.again, Math.min(8000, 300 * 2 ** this.tries++));
  }
  /** The browser says that it is offline: a socket would notice much later. */
  private drop = (): void => {
    if (host.alone) return;
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.lost(0);
  };
  private wake = (): void => {
    this.show();
    this.sight();
    if (this.state === 'lost' && document.visibilityState === 'visible') this.again();
  };
  /** Nobody is reminded of what they look at. */
  private sight(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: 'sight', visible: !document.hidden }));
  }
  private again = (): void => {
    clearTimeout(this.timer);
    if (!this.done && this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  };

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'hello':
        this.tries = 0;
        this.state = 'open';
        if (this.facts?.status === 'playing') this.parted = [...this.parted, ...this.seats].filter((seat) => !message.seats.includes(seat));
        if (this.reader === undefined || this.facts?.status === 'open' || this.parted.includes(this.reader)) this.reader = message.reader;
        this.seats = message.seats;
        this.chat.lines = message.chat;
        if (document.hidden) this.sight();
        for (const waiting of this.outbox) this.socket?.send(JSON.stringify(waiting));
        return;
      case 'frame':
        if (message.since === 0) this.line = [];
        else if (this.curtain === undefined && (this.line.length > 0 || this.paced(message))) {
          this.line.push(message);
          this.seen = message.serial;
          this.behind = this.line.length;
          this.follow();
          return;
        }
        this.behind = this.line.length;
        this.accept(message);
        return;
      case 'table':
        if (this.line.length > 0) this.line.at(-1)!.table = message.table;
        else if (this.next) this.next.table = message.table;
        else this.learn(message.table);
        return;
      case 'nudge':
        this.nudge = { seat: message.seat };
        if (app.sound) play(['bell']);
        return;
      case 'chat':
        this.chat.lines = [...this.chat.lines, ...message.lines].slice(-200);
        return;
      case 'ack':
        this.outbox = this.outbox.filter((waiting) => waiting.id !== message.id);
        return;
      case 'refused':
        this.outbox = this.outbox.filter((waiting) => waiting.id !== message.id);
        this.table.sending = undefined;
        this.refusal = message.problem;
    }
  }
  private accept(message: { type: 'frame' } & Frame): void {
    if (this.veil(message)) return;
    this.history = remember(message.since === 0 ? [] : this.history, message);
    this.seen = Math.max(message.serial, this.line.at(-1)?.serial ?? 0);
    if (message.since > 0) this.fresh.push(...message.news.flatMap((event) => event.told));
    this.next = message;
    this.soon();
  }
  /** With whatever has arrived besides; right after another not before the next picture, for a browser shows no more than that. */
  private soon(): void {
    if (this.coming) return;
    if (document.hidden || performance.now() - this.shown > PICTURE) {
      const timer = setTimeout(() => this.show());
      this.coming = () => clearTimeout(timer);
    } else {
      const picture = requestAnimationFrame(() => this.show());
      this.coming = () => cancelAnimationFrame(picture);
    }
  }
  /** Shows the newest frame, with what all that came told. */
  private show(): void {
    const [frame, fresh] = [this.next, this.fresh];
    this.discard();
    if (!frame) return;
    this.shown = performance.now();
    this.learn(frame.table);
    this.table.sending = undefined;
    if (frame.at !== this.table.frame?.at) this.turned = performance.now();
    this.table.show(frame, this.history, fresh);
  }
  private learn(facts: TableFacts): void {
    this.heard = performance.now();
    this.facts = shared(this.facts, facts);
    this.company.hear(this.facts);
  }
  /** These seats are somebody else's now: one looks on. */
  private part(seats: number[]): void {
    this.rejoin();
    this.parted = seats;
  }
  private discard(): void {
    this.coming?.();
    this.coming = this.next = undefined;
    this.fresh = [];
  }
  /** One device, several seats: the next of them takes over, behind a curtain where seats have secrets; also after a reload, for who knows who holds it. */
  private veil(frame: { type: 'frame' } & Frame): boolean {
    const { reader, turn, table, since, news } = frame;
    if (this.seats.length < 2) return false;
    if (reader !== this.reader) return true; // it was on its way when the device changed hands
    if (turn === OVER) {
      this.curtain = undefined;
      return false;
    }
    const own = (seat: number) => this.seats.includes(seat);
    if (reader === turn && since === 0 && news.every((event) => event.seat < 0)) this.passed ??= turn; // whoever opened the table sits before it
    /** Who is to play; while others do, who holds the device, or after a reload played on it last. */
    const holder = own(turn) ? turn : (this.passed ?? news.findLast((event) => own(event.seat))?.seat ?? this.seats[0]!);
    if (this.curtain === undefined && this.passed === holder) return false;
    this.facts = shared(this.facts, table);
    const secrets = this.table.look?.secrets;
    if (secrets === undefined) {
      void lookOf(table.game).then((look) => ((this.table.look = look), this.accept(frame)));
      return true;
    }
    if (!secrets) {
      this.passed = holder;
      if (reader === holder) return false;
      this.look(holder);
      return true;
    }
    this.forget();
    this.curtain = holder;
    return true;
  }
  private forget(): void {
    this.discard();
    this.history = [];
    this.seen = undefined;
    this.table.sending = undefined;
    this.table.show({ ...this.table.frame!, serial: -1, view: undefined, actions: [], news: [] }, [], []);
    this.table.frame = undefined;
  }
}
