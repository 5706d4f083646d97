// How long somebody who is not here is still waited for.
import { now } from './clock.svelte';
import type { Seat } from './frames';

/** In seconds, and 0 when others may do something about it; undefined where nobody is waited for. `heard`: when the seat was told of. */
export function waits(seat: Seat | undefined, heard: number): number | undefined {
  if (seat?.wait == null) return undefined;
  if (seat.wait === 0) return 0;
  return Math.max(0, Math.ceil(seat.wait - (now() - heard) / 1000));
}
