import { defineConfig } from 'vite';
import { firstLibraryTexts } from '#web/first-library-texts.ts';
import { LANGUAGE_TAGS, LANGUAGES } from '#web/locales/languages.ts';

const here = import.meta.dirname;

/** The sources of the scripts, relative to `web/`, by the mode that builds them. */
const SOURCES: Readonly<Record<string, string>> = {
  // What the server puts into decks.
  bridge: 'bridge/bridge.ts',
  // What the server writes into the library, and into pages that play a deck: for members and for visitors. No address serves them.
  '.first-library': 'first-library.ts',
  '.first-slide': 'first-slide.ts',
  '.audience-first-slide': 'audience/first-slide.ts',
};

/** The texts inside of `first-library.ts`, by language. */
const texts = await Promise.all(
  LANGUAGE_TAGS.map(async (tag) => [tag, firstLibraryTexts((await LANGUAGES[tag].load()).texts)] as const),
);

/** Builds one classic script beside the page's files, with everything inside a function. The mode says which. */
export default defineConfig(({ mode }) => ({
  root: `${here}/web`,
  define: { TEXTS: JSON.stringify(Object.fromEntries(texts)) },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${here}/web/${SOURCES[mode] ?? ''}`, output: { format: 'iife', entryFileNames: `${mode}.js` } },
  },
}));
