import type { Place } from '$shell/board';
import Picture from './Picture.svelte';

export default { at: [40.5, 68], Picture, minutes: [45, 75] } satisfies Place;
