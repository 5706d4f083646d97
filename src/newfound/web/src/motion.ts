// Movement that says what happened, at most 400 ms, and none where people ask for none.
import { cubicOut } from 'svelte/easing';
import { fade as fading, fly as flying, type FadeParams, type FlyParams } from 'svelte/transition';

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** For what walks from one place to the next. */
export const pace = () => ({ duration: still() ? 0 : 400, easing: cubicOut });

export const fly = (node: Element, options: FlyParams = {}) => (still() ? { duration: 0 } : flying(node, { duration: 350, y: 18, ...options }));
export const fade = (node: Element, options: FadeParams = {}) => (still() ? { duration: 0 } : fading(node, { duration: 250, ...options }));
