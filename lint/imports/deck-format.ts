import { type ImportOverride, only, overrideFor, type Refusal } from './restrictions.ts';

/** deck-format is a package of its own, so its files import each other by relative paths, including `../`. */
const NO_ALIASES: Refusal = {
  regex: '^#',
  message: 'deck-format is independent of the service: it must not import by alias.',
};

const NO_NODE_ENTRY: Refusal = {
  regex: '^\\.{1,2}/(?:.*/)?node/',
  message: 'The core of deck-format also runs in browsers: it must not import deck-format/node.',
};

export const deckFormatImports: ImportOverride[] = [
  overrideFor(['deck-format/**/*.ts'], NO_ALIASES),
  overrideFor(
    ['deck-format/src/**/*.ts'],
    NO_NODE_ENTRY,
    only('The core of deck-format runs anywhere: it may import its own files and zod, no node: modules.', './**', '../**', 'zod'),
  ),
  overrideFor(
    [
      'deck-format/src/html/**/*.ts',
      'deck-format/src/write/**/*.ts',
      'deck-format/src/pack/**/*.ts',
      'deck-format/src/text/**/*.ts',
    ],
    NO_NODE_ENTRY,
    only(
      'The packer of deck-format runs anywhere: it may import its own files, zod and its parsers, no node: modules.',
      './**',
      '../**',
      'zod',
      'parse5',
      '@csstools/css-tokenizer',
      'js-tokens',
      'json5',
      '@noble/hashes/**',
    ),
  ),
  overrideFor(
    ['deck-format/src/node/**/*.ts'],
    only(
      'deck-format/node may import the files of deck-format, zod and node: modules.',
      './**',
      '../**',
      'node:*',
      'node:*/**',
      'zod',
    ),
  ),
  overrideFor(['deck-format/**/*.test.ts'], NO_ALIASES),
];
