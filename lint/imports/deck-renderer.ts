import { type ImportOverride, only, overrideFor, type Refusal } from './restrictions.ts';

const NO_ALIASES: Refusal = {
  regex: '^#',
  message: 'deck-renderer is a package of its own and knows nothing of the service: it must not import by alias.',
};

/** The player's way to know a deck, which the renderer shares: messages of the bridge, and the position that follows from them. */
const OF_THE_PLAYER = [
  'web/protocol/messages.ts',
  'web/protocol/frame-name.ts',
  'web/stage/position/position-state.ts',
  'web/stage/position/slide-runs.ts',
  'web/stage/frames/slide-url.ts',
  'shared/inner-names.ts',
].map((file) => `../../../${file}`);

/** Its files are in `src` and in folders below that. */
const OWN_FILES = ['./**', '../*.ts', '../pdf/*.ts', '../slides/*.ts'];

export const deckRendererImports: ImportOverride[] = [
  overrideFor(['deck-renderer/**/*.ts'], NO_ALIASES),
  overrideFor(
    ['deck-renderer/src/**/*.ts'],
    only(
      'deck-renderer may import its own files, the messages and the position of the player, playwright-core, pdf-lib, zod, node: modules and, for packages, deck-format.',
      ...OWN_FILES,
      'node:*',
      'node:*/**',
      '@cantoo/pdf-lib',
      'deck-format',
      'deck-format/node',
      'embedded-postgres-server/free-user-id',
      'playwright-core',
      'zod',
      ...OF_THE_PLAYER,
    ),
  ),
];
