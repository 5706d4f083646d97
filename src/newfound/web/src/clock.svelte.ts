// The time, once a second, as long as something on the page shows it.
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** In ms, as performance.now() has it. */
export function now(): number {
  subscribe();
  return performance.now();
}
