// No server: a worker in this browser plays host. What never changes lies beside the page as files; the worker is not waited for to show them.
import { loading } from '../tab/loading.svelte';
import type { Answer, Host, Line } from './host';
import type { FromWorker, ToWorker } from '../tab/talk';

class Socket implements Line {
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  readyState: number = WebSocket.OPEN;
  constructor(
    readonly number: number,
    readonly tell: (said: ToWorker) => void,
  ) {}
  send(text: string): void {
    this.tell({ say: this.number, text });
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.tell({ leave: this.number });
  }
}

const FILES = /^(games|text|rules|lessons\/[\w-]+$|lessons\/[\w-]+\/text)/;
const answers = new Map<number, (answer: Answer) => void>();
const sockets = new Map<number, Socket>();
let count = 0;

// Each worker of the bots takes the memory of an interpreter; the page and the host have cores of their own. An expert asks all of them.
const ROOMY = ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) >= 4;
const THINKERS = ROOMY ? Math.max(1, Math.min(3, navigator.hardwareConcurrency - 2)) : 1;
const LASTING = /^(tables|uploads)$/; // what begins a match

let worker: Worker | undefined;
function tell(said: ToWorker): void {
  worker ??= start();
  worker.postMessage(said);
}
function start(): Worker {
  const module = { type: 'module' } as const;
  const made = new Worker(new URL('../tab/worker.ts', import.meta.url), { ...module, name: 'host' });
  const ends = Array.from({ length: THINKERS }, () => new MessageChannel());
  const bots = ends.map(({ port1 }) => port1);
  const root = new URL('.', document.baseURI).href;
  made.postMessage({ root, bots } satisfies ToWorker, bots);
  let thinking = false;
  const think = () => {
    if (thinking) return;
    thinking = true;
    for (const { port2 } of ends) {
      const thinker = new Worker(new URL('../tab/worker.ts', import.meta.url), { ...module, name: 'bots' });
      thinker.postMessage({ root, host: port2 } satisfies ToWorker, [port2]);
    }
  };
  if (navigator.hardwareConcurrency > 2) think(); // elsewhere the board comes first
  made.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if ('progress' in data) {
      loading.done = data.progress;
      if (data.progress === 1) think();
      if (import.meta.env.PROD && (data.progress === 1 || data.progress < 0)) void navigator.serviceWorker?.register('sw.js'); // it fetches everything: not beside what is waited for
    }
    else if ('answer' in data) {
      answers.get(data.answer)?.({ status: data.status, body: data.body });
      answers.delete(data.answer);
    } else if ('text' in data) sockets.get(data.socket)?.onmessage?.(new MessageEvent('message', { data: data.text }));
    else {
      const socket = sockets.get(data.socket);
      sockets.delete(data.socket);
      if (socket) socket.readyState = WebSocket.CLOSED;
      socket?.onclose?.(new CloseEvent('close', { code: data.code }));
    }
  };
  return made;
}

/** The text of a file of the site, the language of the query in its name. */
async function file(path: string): Promise<Answer> {
  const [name, query] = path.split('?') as [string, string | undefined];
  const lang = /\blang=(\w+)/.exec(query ?? '')?.[1] ?? 'en';
  const spoken = /\/(en|fr|de)$/.test(name) ? name : `${name}/${lang}`;
  const answer = await fetch(`said/${spoken}.json`);
  return { status: answer.status, body: await answer.text() };
}

export const host: Host = {
  alone: true,
  waiting: () => import('../tab/Loading.svelte'),
  picture: (game) => `said/games/${game}.svg`,
  figure: (game, name, night) => `said/rules/${game}/figures/${name}-${night ? 'night' : 'day'}.svg`,
  ask: (path, body) => {
    if (body === undefined && FILES.test(path.split('?')[0]!)) return file(path);
    if (body !== undefined && LASTING.test(path)) void navigator.storage?.persist?.(); // may be asked by a page alone
    return new Promise((resolve) => {
      answers.set(++count, resolve);
      tell({ ask: count, path, body: body === undefined ? '' : JSON.stringify(body) });
    });
  },
  connect: (path) => {
    const socket = new Socket(++count, tell);
    sockets.set(socket.number, socket);
    tell({ enter: socket.number, path });
    return socket;
  },
  // An address after the #: a folder of files has no other.
  place: () => {
    const [path, query] = (location.hash.startsWith('#/') ? location.hash.slice(1) : '/').split('?');
    return { path: path!, query: query ?? '' };
  },
  href: (path) => `#${path}`,
};
