import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedCopies } from './scripts/compressed-copies.ts';
import { firstLoad } from './scripts/first-load.ts';
import { fonts } from './scripts/fonts.ts';
import { sampleDecks } from './scripts/sample-decks.ts';

const here = import.meta.dirname;

/**
 * A few files instead of dozens of a kilobyte each, which would queue for the browser's six connections: what changes with an
 * update of libraries alone, what every page starts with, what many pages share, and what decks play on. All else is split by
 * itself.
 */
const CHUNKS = [
  { name: 'libraries', test: /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|@tanstack)\//, priority: 5 },
  { name: 'base', tags: ['$initial' as const], test: /\/web\//, priority: 4 },
  { name: 'trpc', test: /@trpc\/|\/web\/(?:lib\/trpc|decks\/read-ahead)/, priority: 3 },
  { name: 'menus', test: /@radix-ui\/|radix-ui\//, priority: 2 },
  { name: 'sign-in', test: /\/web\/pages\/sign-in\//, priority: 2 },
  {
    name: 'widgets',
    test: /\/(?:web\/(?:ui|lib|versions)|shared)\/|slide-url|slide-runs|@tabler\//,
    minShareCount: 2,
    priority: 1,
  },
  // What a phone that controls a talk needs, without the stage.
  { name: 'talk', test: /\/web\/(?:talks\/(?:clock|laser\/laser-sender)|lib\/latest-sender)/, minShareCount: 2, priority: 1 },
  // What packs decks is loaded when something is dropped that has to be packed.
  { name: 'uploads', test: /\/web\/uploads\/(?!packing\/)|packing\/pack-requests/, minShareCount: 2, priority: 0 },
  { name: 'outbox', test: /\/web\/(?:outbox|live)\/|merge-texts|send-ink|note-sending/, minShareCount: 2, priority: 1 },
  { name: 'stage', test: /\/web\/(?:stage|stage-session|notes|overview|ink|player|protocol)\//, minShareCount: 2, priority: 0 },
];

/** Builds the single-page application of `web/`. */
export default defineConfig({
  root: `${here}/web`,
  plugins: [react(), sampleDecks(), fonts(), firstLoad(), compressedCopies()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy lets fonts and pictures come from files of our own only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
