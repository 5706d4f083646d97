import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In a folder of files an address of the app stands after the #. */
const addresses = { name: 'addresses', enforce: 'pre' as const, transform: (code: string, id: string) => (id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : undefined) };

// `vite build --mode site`: the app for a folder without a server, in which a worker plays host.
export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [...(mode === 'site' ? [addresses] : []), svelte()],
  // The boards live in the games' folders, where there is no node_modules: their packages are looked for here.
  resolve: { alias: { $shell: here('./src'), $host: here(`./src/hosts/${mode === 'site' ? 'tab' : 'server'}.ts`) }, dedupe: ['svelte', 'd3-zoom', 'd3-selection'] },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' as const },
  server: { fs: { allow: [here('..')] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts', '../games/*/web/**/*.test.ts'] },
}));
