import './styles.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { app } from './app.svelte';

/** A server that does not answer yet is asked again: there is nothing to show without it. */
function begin(): void {
  app.start().catch(() => setTimeout(begin, 1500));
}
begin();
mount(App, { target: document.getElementById('app')! });
