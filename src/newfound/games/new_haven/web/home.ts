import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [19, 64], Picture, minutes: [30, 60] } satisfies Place;
