// Who answers a page: a server, or a worker in this browser that runs the same Python. Both speak docs/protocol.md.

import type { Component } from 'svelte';

/** The levels that look ahead for a time, and so less far without a server. */
export const SEARCHING = ['hard', 'expert'];

/** As much of a WebSocket as the page needs. */
export interface Line {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

export interface Answer {
  status: number;
  body: string;
}

export interface Host {
  /** Whether nobody else can come: then nothing is offered that needs others. */
  alone: boolean;
  /** What is shown while it gets ready. */
  waiting?: () => Promise<{ default: Component }>;
  /** Where a game's own picture is. */
  picture(game: string): string;
  /** Where a picture of its rulebook is. */
  figure(game: string, name: string, night: boolean): string;
  /** Asks for something under `/api/`; rejected where nobody answers. */
  ask(path: string, body?: unknown): Promise<Answer>;
  connect(path: string): Line;
  /** Where the page is: a path of the app and its query. */
  place(): { path: string; query: string };
  /** The address of such a path. */
  href(path: string): string;
}
