import { defineConfig } from 'vite';
import { compressedCopies } from './scripts/compressed-copies.ts';
import { partImports } from './scripts/part-imports.ts';

const here = import.meta.dirname;

/** Small modules that several parts of the page need: one file and one request, without what they import, which the page already has. */
const CONTROLS_BASE = /\/(?:audience\/(?:control-texts|privacy|svg)|controls\/key-names|shared\/inner-names)\.ts$/;

/**
 * Builds the page that visitors with a link see, apart from the application of the members: it must not share files with it, which
 * would then contain parts that visitors do not need.
 */
export default defineConfig({
  root: `${here}/web`,
  plugins: [partImports(), compressedCopies()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: `${here}/web/audience.html`,
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'controls-base', test: CONTROLS_BASE }] },
      },
    },
  },
});
