import { type ImportOverride, only, overrideFor, type Refusal } from './restrictions.ts';

/** A package of its own: its files name each other by relative paths, `../` among them. */
const NOTHING_OF_OURS: Refusal = {
  regex: '^#',
  message: 'deck-format knows nothing of the service.',
};

const NO_NODE_ENTRY: Refusal = {
  regex: '^\\.{1,2}/(?:.*/)?node/',
  message: 'The core runs anywhere: it does not know its Node entry.',
};

export const deckFormatImports: ImportOverride[] = [
  overrideFor(['deck-format/**/*.ts'], NOTHING_OF_OURS),
  overrideFor(
    ['deck-format/src/**/*.ts'],
    NO_NODE_ENTRY,
    only('The core of deck-format runs anywhere: its own files and zod, no node: module.', './**', '../**', 'zod'),
  ),
  overrideFor(
    ['deck-format/src/node/**/*.ts'],
    only(
      'The Node side of deck-format uses its own files, zod and node: modules.',
      './**',
      '../**',
      'node:*',
      'node:*/**',
      'zod',
    ),
  ),
  overrideFor(['deck-format/**/*.test.ts'], NOTHING_OF_OURS),
];
