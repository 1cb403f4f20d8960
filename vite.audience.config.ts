import { defineConfig } from 'vite';
import { compressedCopies } from './scripts/compressed-copies.ts';

const here = import.meta.dirname;

/**
 * Builds the page that visitors with a link see, apart from the application of the members: it must not share files with it, which
 * would then contain parts that visitors do not need.
 */
export default defineConfig({
  root: `${here}/web`,
  plugins: [compressedCopies()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${here}/web/audience.html` },
  },
});
