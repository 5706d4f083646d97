// Movement that says what happened, at most 400 ms, and none where people ask for none.
// Plainer than Svelte's own: they ask the browser for the style of each thing that arrives, and it lays out the page for each.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

/** Whether people ask for no movement. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** For what walks from one place to the next. */
export const pace = () => ({ duration: still() ? 0 : 400, easing: cubicOut });

/** For a thing without a transform of its own: put the moving one inside. */
export function fly(_: Element, { y = 18, duration = 350 }: { y?: number; duration?: number } = {}): TransitionConfig {
  if (still()) return { duration: 0 };
  return { duration, easing: cubicOut, css: (t, u) => `transform: translateY(${u * y}px); opacity: ${t}` };
}

export function fade(_: Element, { duration = 250 }: { duration?: number } = {}): TransitionConfig {
  return still() ? { duration: 0 } : { duration, css: (t) => `opacity: ${t}` };
}
