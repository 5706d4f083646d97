import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [68, 44], Picture, minutes: [60, 90], unofficial: [2] } satisfies Place;
