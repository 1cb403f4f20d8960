import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoad } from './scripts/first-load.ts';
import { fonts } from './scripts/fonts.ts';
import { partImports } from './scripts/part-imports.ts';
import { sampleDecks } from './scripts/sample-decks.ts';

const here = import.meta.dirname;

/**
 * A few files instead of dozens of a kilobyte each, which would queue for the browser's six connections: what changes with an
 * update of libraries alone, what every page starts with, what many pages share, and what decks play on. All else is split by
 * itself.
 */
const CHUNKS = [
  { name: 'libraries', test: /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|@tanstack)\//, priority: 6 },
  { name: 'base', tags: ['$initial' as const], test: /\/web\//, priority: 5 },
  { name: 'trpc', test: /@trpc\/|\/web\/(?:lib\/trpc|decks\/read-ahead)/, priority: 4 },
  // What a phone that controls a talk needs, and the sign-in page, without all other widgets.
  {
    name: 'small',
    test: /\/web\/(?:talks\/(?:clock|laser\/laser-sender)|lib\/(?:latest-sender|use-submit)|protocol\/search-key|palette\/(?:open-palette|PaletteHost))/,
    minShareCount: 2,
    priority: 3,
  },
  // What shows what a search has found. No page starts with it.
  {
    name: 'found',
    test: /\/web\/(?:ui\/MarkedText|decks\/slide-address)|@tabler\/.*\/Icon(?:ChevronUp|Notes|Pointer|Slideshow)\./,
    minShareCount: 2,
    priority: 4,
  },
  // What asks something over a page. No page starts with it. Its icons are among the widgets, which other pages have, too.
  { name: 'dialogs', test: /\/web\/ui\/(?:Dialog|Confirm|CopyButton|LongText)/, minShareCount: 2, priority: 1 },
  { name: 'sign-in', test: /\/web\/(?:pages\/sign-in\/|ui\/TextField)/, priority: 3 },
  {
    name: 'widgets',
    test: /\/(?:web\/(?:ui|lib|decks|versions)|shared)\/(?!DropMenu|Tip|VersionItems|Dialog|Confirm|CopyButton|LongText|MarkedText|slide-address|qr-code|page\/secret-in-address)|slide-url|slide-runs|@tabler\/(?!.*\/Icon(?:ChartBar|Qrcode)\.)/,
    minShareCount: 2,
    priority: 2,
  },
  // The library has it too, and must not load the stage for it.
  { name: 'rendering', test: /\/web\/stage\/rendering\/RenderingState/, priority: 2 },
  // What opens over a page, with its library. The first slide does not need it.
  { name: 'menus', test: /@radix-ui\/|radix-ui\/|\/web\/(?:ui\/(?:DropMenu|Tip)|versions\/VersionItems)/, priority: 1 },
  // What packs decks is loaded when something is dropped that has to be packed.
  { name: 'uploads', test: /\/web\/uploads\/(?!packing\/)|packing\/pack-requests/, minShareCount: 2, priority: 1 },
  { name: 'outbox', test: /\/web\/(?:outbox|live)\/|merge-texts|send-ink|note-sending/, minShareCount: 2, priority: 2 },
  {
    name: 'stage',
    test: /\/web\/(?:stage\/(?!controls\/(?:ControlButton|GoTo|KeysDialog|Moves))|stage-session\/(?!StageLayer)|notes\/|ink\/|player\/|protocol\/|talks\/(?:presenter-window|window\/))/,
    minShareCount: 2,
    priority: 1,
  },
  // What is around and over the stage in the player and in the presenter view. The first slide does not need it either.
  { name: 'controls', test: /\/web\/(?:stage\/controls|stage-session|overview|talks|versions)\//, minShareCount: 2, priority: 0 },
];

/** Builds the single-page application of `web/`. */
export default defineConfig({
  root: `${here}/web`,
  plugins: [react(), partImports(), sampleDecks(), fonts(), firstLoad()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy lets fonts and pictures come from files of our own only, never from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: `${here}/web/index.html` },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
});
