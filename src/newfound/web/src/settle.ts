// What has just come takes no click: the second of a double click was meant for what stood there before.
import { MOMENT } from './table.svelte';

export function settle(node: HTMLElement | SVGElement): () => void {
  node.style.pointerEvents = 'none';
  const ripe = () => (node.style.pointerEvents = '');
  const timer = setTimeout(ripe, MOMENT);
  return () => (clearTimeout(timer), ripe());
}
