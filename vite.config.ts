import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sampleDecks } from './scripts/sample-decks.ts';

const here = import.meta.dirname;

/** Builds the single-page application of `web/`, and the bridge that the server puts into decks. */
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
    rolldownOptions: {
      // The bridge goes into decks, by its own name and in one piece; everything else belongs to the page.
      input: { page: `${here}/web/index.html`, bridge: `${here}/web/bridge/bridge.ts` },
      output: { entryFileNames: ({ name }) => (name === 'bridge' ? 'bridge.js' : 'assets/[name]-[hash].js') },
    },
  },
});
