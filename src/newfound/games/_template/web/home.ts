import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { Picture, minutes: [5, 10] } satisfies Place;
