import { type ImportOverride, only, overrideFor, type Refusal } from './restrictions.ts';

const NO_ALIASES: Refusal = {
  regex: '^#',
  message: 'deck-renderer is a package of its own and knows nothing of the service: it must not import by alias.',
};

/** The player's way to know a deck, which the renderer shares: messages of the bridge, and the position that follows from them. */
const OF_THE_PLAYER = ['messages', 'frame-name'].map((file) => `../../web/protocol/${file}.ts`);
const POSITION = ['position-state', 'slide-runs'].map((file) => `../../web/stage/position/${file}.ts`);
const ADDRESSES = ['../../web/stage/frames/slide-url.ts'];
const NAMES = ['../../shared/inner-names.ts'];

export const deckRendererImports: ImportOverride[] = [
  overrideFor(['deck-renderer/**/*.ts'], NO_ALIASES),
  overrideFor(
    ['deck-renderer/src/**/*.ts'],
    only(
      'deck-renderer may import its own files, the messages and the position of the player, playwright-core, zod and node: modules.',
      './**',
      'node:*',
      'node:*/**',
      'embedded-postgres-server/free-user-id',
      'playwright-core',
      'zod',
      ...OF_THE_PLAYER,
      ...POSITION,
      ...ADDRESSES,
      ...NAMES,
    ),
  ),
];
