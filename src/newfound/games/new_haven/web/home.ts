import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [36, 62], Picture, minutes: [30, 60] } satisfies Place;
