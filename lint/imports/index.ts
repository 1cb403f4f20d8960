import { deckFormatImports } from './deck-format.ts';
import { type ImportOverride, NO_PARENT, only, onlyOurs, overrideFor } from './restrictions.ts';
import { serverImports } from './server.ts';
import { webImports } from './web.ts';

const sharedAndBeside: ImportOverride[] = [
  overrideFor(
    ['shared/**/*.ts'],
    NO_PARENT,
    only(
      'shared runs anywhere: zod, the browser entry of deck-format and the outlines of perfect-freehand, nothing else.',
      './**',
      '../**',
      '#shared/**',
      'zod',
      'deck-format',
      'perfect-freehand',
    ),
  ),
  overrideFor(['shared/**/*.test.ts'], NO_PARENT, onlyOurs('shared is tested by itself.', '#shared/**')),
  overrideFor(['drizzle/**/*.ts'], NO_PARENT, onlyOurs('Tables use shared alone.', '#drizzle/**', '#shared/**')),
  overrideFor(
    ['e2e/**/*.ts'],
    NO_PARENT,
    onlyOurs(
      'A browser test sees what a user sees: e2e uses itself, shared, deck-format and what frames may say.',
      '#e2e/**',
      '#shared/**',
      '#web/protocol/**',
      '#server/testing/free-port.ts',
    ),
  ),
  overrideFor(
    ['scripts/**/*.ts', 'lint/**/*.ts'],
    NO_PARENT,
    onlyOurs('Tooling uses nothing of the product, but for the API that it writes down.', '#server/api/openapi/**'),
  ),
  overrideFor(
    ['bench/**/*.ts'],
    NO_PARENT,
    onlyOurs('A measurement drives the product from outside.', '#e2e/**', '#shared/**', '#server/**', '#drizzle/**'),
  ),
];

/** Which part of the house may import what, as docs/ARCHITECTURE.md draws it: imports point down only. */
export const importOverrides: ImportOverride[] = [...sharedAndBeside, ...serverImports, ...webImports, ...deckFormatImports];
