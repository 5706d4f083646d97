import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [64.5, 44], Picture, minutes: [60, 90], unofficial: [2] } satisfies Place;
