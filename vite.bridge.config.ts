import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** Builds the bridge that the server puts into decks: one classic script beside the page's files, with everything inside a function. */
export default defineConfig({
  root: `${here}/web`,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${here}/web/bridge/bridge.ts`, output: { format: 'iife', entryFileNames: 'bridge.js' } },
  },
});
