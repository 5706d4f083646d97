// The connection to one table: a socket that comes back by itself, and what was sent until it is acknowledged.
import { app } from './app.svelte';
import { ask, Refused } from './api';
import { remember, shared, type Event, type Frame, type FromServer, type Line, type Preview, type Problem, type TableFacts, type Thought, type Told } from './frames';
import { Table, type Desk } from './table.svelte';

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
  private coming: (() => void) | undefined; // takes back that it will be shown
  private shown = -Infinity;
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private seen: number | undefined;
  private done = false;
  private reader: number | undefined;
  private pictures = false;

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
    this.reconnect();
  }
  /** Frames bring the game's own picture from now on: nothing here can draw it. */
  draw(): void {
    if (this.pictures) return;
    this.pictures = true;
    this.reconnect();
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
  /** What a strong bot would do, and what it thinks of the best few; it takes a while. Refused with a reason where there is none to be had. */
  hint(): Promise<{ action: string; thoughts: Thought[] }> {
    return ask(app.lang, `tables/${this.code}/hint`, { seat: this.table.reader });
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
    if (this.pictures) query.set('pictures', '1');
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.code}/socket?${query}`);
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
    if ([4401, 4403, 4404, 4409].includes(code)) {
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
    this.show();
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
        if (this.veil(message)) return;
        this.history = remember(message.since === 0 ? [] : this.history, message);
        this.seen = message.serial;
        if (message.since > 0) this.fresh.push(...message.news.flatMap((event) => event.told));
        this.next = message;
        this.soon();
        return;
      case 'table':
        if (this.next) this.next.table = message.table;
        else this.facts = shared(this.facts, message.table);
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
    this.facts = shared(this.facts, frame.table);
    this.table.sending = undefined;
    this.table.show(frame, this.history, fresh);
  }
  private discard(): void {
    this.coming?.();
    this.coming = this.next = undefined;
    this.fresh = [];
  }
  /** One device, several seats: the next of them takes over, behind a curtain where seats have secrets. */
  private veil({ reader, turn, table }: Frame): boolean {
    const behind = this.curtain !== undefined && reader !== turn;
    if (!behind && (reader === turn || !this.seats.includes(turn))) return false;
    this.facts = shared(this.facts, table);
    if (behind) return true;
    if (this.table.look?.secrets === false) {
      this.look(turn);
      return true;
    }
    this.forget();
    this.curtain = turn;
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
