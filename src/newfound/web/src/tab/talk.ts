// What the page, the worker that plays host and the worker in which bots think say to each other.
export type ToWorker =
  | { root: string; bots: MessagePort[] }
  | { root: string; host: MessagePort }
  | { ask: number; path: string; body: string }
  | { enter: number; path: string }
  | { say: number; text: string }
  | { leave: number };

/** What a worker of the bots is asked: to answer for a bot, or to grow one of several trees. */
export type Thinking = { thought: number; how: 'answer' | 'grow'; job: string };

export type FromWorker =
  | { progress: number }
  | { answer: number; status: number; body: string }
  | { socket: number; text: string }
  | { socket: number; code: number };
