import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sampleDecks } from './scripts/sample-decks.ts';

const here = import.meta.dirname;

/** Builds the single-page application of `web/`. */
export default defineConfig({
  root: `${here}/web`,
  plugins: [react(), sampleDecks()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy lets fonts and pictures come from files of our own only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
