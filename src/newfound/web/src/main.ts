import './styles.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { app } from './app.svelte';

void app.start().catch(() => {
  app.problem = 'offline';
});
mount(App, { target: document.getElementById('app')! });
