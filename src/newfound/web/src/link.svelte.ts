// The connection to one table: a socket that comes back by itself, and what was sent until it is acknowledged.
import { app } from './app.svelte';
import { ask, Refused } from './api';
import { remember, type Event, type Frame, type FromServer, type Line, type Preview, type Problem, type TableFacts, type Told } from './frames';
import { Table, type Desk } from './table.svelte';

const SHOWN = 16; // ms that a frame is shown at least

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
  chat = $state.raw<Line[]>([]);
  refusal = $state.raw<Problem>();
  closed = $state<number>();
  /** Over a device that is passed round: nothing is kept or shown until the next person says who they are. */
  curtain = $state<number>();
  private history: Event[] = [];
  private outbox: Waiting[] = [];
  /** What has arrived and is not shown yet. */
  private next: ({ type: 'frame' } & Frame) | undefined;
  private fresh: Told[] = [];
  private shown = -Infinity;
  private showing: ReturnType<typeof setTimeout> | undefined;
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private seen: number | undefined;
  private done = false;
  private reader: number | undefined;

  constructor(readonly code: string) {
    this.table = new Table(this);
    this.connect();
    addEventListener('online', this.wake);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.wake);
  }

  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    clearTimeout(this.showing);
    this.socket?.close();
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.wake);
  }

  /** Sits down anew: this browser holds other seats than before. */
  rejoin(): void {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.reader = undefined;
    this.seen = undefined;
    this.connect();
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
  say(text: string): void {
    this.post({ do: 'chat', text });
  }
  look(seat: number): void {
    this.curtain = undefined;
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
  /** What the strongest bot would do; it takes a while. Refused with a reason where there is none to be had. */
  async hint(): Promise<string> {
    return (await ask<{ action: string }>(app.lang, `tables/${this.code}/hint`, { seat: this.table.reader })).action;
  }
  private async asked<T>(what: string, body: unknown): Promise<T | undefined> {
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
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ lang: app.lang });
    if (this.reader !== undefined) query.set('seat', String(this.reader));
    if (this.seen !== undefined) query.set('serial', String(this.seen));
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.code}/socket?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }
  private lost(code: number): void {
    if (this.done) return;
    this.closed = code;
    if ([4401, 4403, 4404].includes(code)) {
      this.state = 'refused';
      return;
    }
    this.state = 'lost';
    this.timer = setTimeout(this.again, Math.min(8000, 300 * 2 ** this.tries++));
  }
  /** The browser says that it is offline: a socket would notice much later. */
  private drop = (): void => {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.lost(0);
  };
  private wake = (): void => {
    if (this.state === 'lost' && document.visibilityState === 'visible') this.again();
  };
  private again = (): void => {
    clearTimeout(this.timer);
    if (!this.done && this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  };

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'hello':
        this.tries = 0;
        this.state = 'open';
        this.reader ??= message.reader;
        this.seats = message.seats;
        this.chat = message.chat;
        for (const waiting of this.outbox) this.socket?.send(JSON.stringify(waiting));
        return;
      case 'frame':
        this.facts = message.table;
        if (this.veil(message.reader, message.turn)) return;
        this.history = remember(message.since === 0 ? [] : this.history, message);
        this.seen = message.serial;
        if (message.since > 0) this.fresh.push(...message.news.flatMap((event) => event.told));
        this.next = message;
        this.present();
        return;
      case 'table':
        this.facts = message.table;
        return;
      case 'chat':
        this.chat = [...this.chat, ...message.lines].slice(-200);
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
  /** Shows the newest frame: at once, or with the next picture where they come faster than pictures. What all of them told is kept. */
  private present(): void {
    const soon = SHOWN - (performance.now() - this.shown);
    clearTimeout(this.showing);
    if (soon > 0) this.showing = setTimeout(() => this.present(), soon);
    else if (this.next) {
      this.table.sending = undefined;
      this.table.show(this.next, this.history, this.fresh);
      this.next = undefined;
      this.fresh = [];
      this.shown = performance.now();
    }
  }
  /** One device, several seats: the next of them takes over, behind a curtain where seats have secrets. */
  private veil(reader: number, turn: number): boolean {
    if (this.curtain !== undefined && reader !== turn) return true;
    if (reader === turn || !this.seats.includes(turn)) return false;
    if (this.table.look?.secrets === false) {
      this.look(turn);
      return true;
    }
    this.forget();
    this.curtain = turn;
    return true;
  }
  private forget(): void {
    clearTimeout(this.showing);
    this.next = undefined;
    this.fresh = [];
    this.history = [];
    this.seen = undefined;
    this.table.sending = undefined;
    this.table.show({ ...this.table.frame!, serial: -1, view: undefined, actions: [], news: [] }, [], []);
    this.table.frame = undefined;
  }
}
