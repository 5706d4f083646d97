import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [42.5, 66], Picture, minutes: [45, 75] } satisfies Place;
