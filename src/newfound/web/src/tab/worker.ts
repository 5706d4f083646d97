// A worker that runs the package in Pyodide: one plays host, in another bots think, so that neither the page nor the host waits for a bot.
import { kept } from './kept';
import type { FromWorker, Thinking, ToWorker } from './talk';

interface Python {
  unpackArchive(file: ArrayBuffer, kind: string, how: { extractDir: string }): void;
  pyimport(name: string): any; // eslint-disable-line @typescript-eslint/no-explicit-any
  runPython(code: string): unknown;
}

const tell = (said: FromWorker) => postMessage(said);

/** The memory of an interpreter that has the package in it, where the service worker keeps it: from the second visit on. */
async function begun(root: string): Promise<Uint8Array | undefined> {
  try {
    const { body } = await fetch(new URL('begun.bin', root), { mode: 'same-origin', cache: 'only-if-cached' });
    return new Uint8Array(await new Response(body!.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The interpreter with the package in it; `progress` is told how far that has come. */
async function begin(root: string, progress: (done: number) => void): Promise<Python> {
  const from = (name: string) => new URL(name, root).href;
  const packed = fetch(from('newfound.zip')).then((answer) => answer.arrayBuffer());
  progress(0.05);
  const memory = begun(root);
  const { loadPyodide } = await import(/* @vite-ignore */ from('pyodide/pyodide.mjs'));
  progress(0.1);
  const indexURL = from('pyodide/');
  const anew = (): Promise<Python> => loadPyodide({ indexURL });
  const kept = await memory;
  const python: Python = await (kept ? loadPyodide({ indexURL, _loadSnapshot: kept }).catch(anew) : anew());
  progress(0.7);
  python.unpackArchive(await packed, 'zip', { extractDir: '/newfound' });
  python.runPython("import random, sys; random.seed(); sys.path.insert(0, '/newfound')"); // a memory has its luck in it
  progress(0.8);
  return python;
}

/** Asks the worker at the other end. */
function asking(port: MessagePort): (how: Thinking['how'], job: string) => Promise<string> {
  const thoughts = new Map<number, (answer: string) => void>();
  let count = 0;
  port.onmessage = ({ data }: MessageEvent<{ thought: number; answer: string }>) => {
    thoughts.get(data.thought)?.(data.answer);
    thoughts.delete(data.thought);
  };
  return (how, job) =>
    new Promise((resolve) => {
      thoughts.set(++count, resolve);
      port.postMessage({ thought: count, how, job } satisfies Thinking);
    });
}

async function play(root: string, bots: MessagePort[]): Promise<(said: ToWorker) => Promise<void>> {
  const python = await begin(root, (progress) => tell({ progress }));
  const others = new BroadcastChannel('newfound');
  const thinkers = bots.map(asking);
  const page = python.pyimport('newfound.tab.page').Page(
    kept,
    (at: number, how: Thinking['how'], job: string) => thinkers[at]!(how, job),
    thinkers.length,
    (socket: number, text: string) => tell({ socket, text }),
    (socket: number, code: number) => tell({ socket, code }),
    (code: string) => others.postMessage(code),
  );
  others.onmessage = ({ data }: MessageEvent<string>) => page.heard(data);
  tell({ progress: 1 });
  const failed = JSON.stringify([500, { problem: { key: 'web.tab.failed', values: {}, clause: '', cells: [], sentence: '' } }]);
  return async (said) => {
    if ('ask' in said) {
      const [status, body] = JSON.parse(await page.ask(said.path, said.body).catch(() => failed));
      tell({ answer: said.ask, status, body: typeof body === 'string' ? body : JSON.stringify(body) });
    } else if ('enter' in said) await page.enter(said.enter, said.path);
    else if ('say' in said) await page.say(said.say, said.text);
    else if ('leave' in said) page.leave(said.leave);
  };
}

const LATE = 20_000; // ms that a job waits for an interpreter at most: its files are there by then, and one that fails may say nothing

function think(root: string, host: MessagePort): void {
  const ready = begin(root, () => undefined).then((python) => python.pyimport('newfound.tab.page'));
  const failed = (why: unknown) => JSON.stringify({ fault: String(why).slice(0, 300) }); // the host does without, and says so
  let late: Promise<never> | undefined; // from the first job on
  host.onmessage = async ({ data }: MessageEvent<Thinking>) => {
    late ??= new Promise((_, fail) => setTimeout(() => fail(new Error('it does not start')), LATE));
    const answer: string = await Promise.race([ready, late]).then((page) => page[data.how](data.job)).catch(failed);
    host.postMessage({ thought: data.thought, answer });
  };
}

let playing: Promise<(said: ToWorker) => Promise<void>>;
onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('bots' in data) {
    playing = play(data.root, data.bots);
    playing.catch(() => tell({ progress: -1 }));
  }
  else if ('host' in data) think(data.root, data.host);
  else await (await playing)(data);
};
