// Quiet sounds, made here and now: wood on wood for a move, a page for luck, a bell when it is one's turn, a finger on the table for a word. Off until asked for.
import type { Frame } from './frames';

export type Tone = 'wood' | 'page' | 'bell' | 'tap';

/** What there is to hear of a frame: what was done, and whether it has become this reader's turn. */
export function tones(frame: Pick<Frame, 'news' | 'turn' | 'reader'>, before: number | undefined): Tone[] {
  const told = frame.news.filter((event) => event.told.length > 0);
  const done: Tone[] = told.length === 0 ? [] : [told.some((event) => event.seat >= 0) ? 'wood' : 'page'];
  const called = frame.turn === frame.reader && before !== undefined && before !== frame.reader;
  return called ? [...done, 'bell'] : done;
}

let context: AudioContext | undefined;

/** Plays them one after the other, where the browser has been touched already: it allows no sound before. */
export function play(wanted: readonly Tone[]): void {
  if (wanted.length === 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  wanted.forEach((tone, at) => MAKE[tone](context!, context!.currentTime + 0.02 + at * 0.16));
}

const MAKE: Record<Tone, (on: AudioContext, at: number) => void> = {
  wood(on, at) {
    noise(on, at, 0.05, { type: 'bandpass', frequency: 1900, Q: 1.2 }, 0.16);
    ring(on, at, 236, 0.09, 0.2);
    ring(on, at, 611, 0.05, 0.07);
  },
  tap(on, at) {
    ring(on, at, 420, 0.05, 0.05);
    ring(on, at + 0.09, 420, 0.05, 0.035);
  },
  page(on, at) {
    noise(on, at, 0.2, { type: 'highpass', frequency: 2600, Q: 0.4 }, 0.035);
  },
  bell(on, at) {
    for (const [partial, loud] of [[1, 0.07], [2.01, 0.03], [2.99, 0.015]] as const) ring(on, at, 659 * partial, 1.3 / partial, loud);
  },
};

/** A gain that dies away, before the loudspeaker. */
function fading(on: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(on.destination);
  return gain;
}

function ring(on: AudioContext, at: number, frequency: number, long: number, loud: number): void {
  const tone = on.createOscillator();
  tone.frequency.value = frequency;
  tone.connect(fading(on, at, long, loud));
  tone.start(at);
  tone.stop(at + long);
}

function noise(on: AudioContext, at: number, long: number, shape: { type: BiquadFilterType; frequency: number; Q: number }, loud: number): void {
  const source = on.createBufferSource();
  source.buffer = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const filter = on.createBiquadFilter();
  filter.type = shape.type;
  filter.frequency.value = shape.frequency;
  filter.Q.value = shape.Q;
  source.connect(filter).connect(fading(on, at, long, loud));
  source.start(at);
}
