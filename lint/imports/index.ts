import { deckFormatImports } from './deck-format.ts';
import { deckRendererImports } from './deck-renderer.ts';
import { embeddedPostgresImports } from './embedded-postgres.ts';
import { type ImportOverride, NO_PARENT, only, onlyOurs, overrideFor } from './restrictions.ts';
import { serverImports } from './server.ts';
import { webImports } from './web.ts';

const sharedAndTooling: ImportOverride[] = [
  overrideFor(
    ['shared/**/*.ts'],
    NO_PARENT,
    only(
      'shared runs anywhere: it may import zod, the browser entry of deck-format and perfect-freehand.',
      './**',
      '../**',
      '#shared/**',
      'zod',
      'deck-format',
      'perfect-freehand',
    ),
  ),
  overrideFor(['shared/**/*.test.ts'], NO_PARENT, onlyOurs('The tests of shared may import shared.', '#shared/**')),
  overrideFor(['drizzle/**/*.ts'], NO_PARENT, onlyOurs('Tables may import drizzle and shared.', '#drizzle/**', '#shared/**')),
  overrideFor(
    ['e2e/**/*.ts'],
    NO_PARENT,
    onlyOurs(
      'A browser test sees what a user sees: e2e may import e2e, shared, deck-format and the frame protocol.',
      '#e2e/**',
      '#shared/**',
      '#web/protocol/**',
      '#server/testing/free-port.ts',
      '#server/testing/people-of-server.ts',
      '#server/testing/mail-server.ts',
      '#server/testing/nginx.ts',
      '#server/testing/shared-parts.ts',
      '#server/testing/sign-in-provider.ts',
    ),
  ),
  overrideFor(
    ['scripts/**/*.ts', 'lint/**/*.ts'],
    NO_PARENT,
    onlyOurs(
      'Tooling may import nothing of the product except the OpenAPI document, the languages and the pages.',
      '#server/rest/openapi/**',
      '#web/locales/languages.ts',
      '#web/page-list.ts',
    ),
  ),
  overrideFor(
    ['bench/**/*.ts'],
    NO_PARENT,
    onlyOurs(
      'A benchmark uses the product from outside: it must not import web.',
      '#e2e/**',
      '#shared/**',
      '#server/**',
      '#drizzle/**',
      '#faults/random.ts',
    ),
  ),
  overrideFor(
    ['faults/**/*.ts'],
    NO_PARENT,
    onlyOurs(
      'Tests of faults start the product from outside: they must not import web.',
      '#shared/**',
      '#server/**',
      '#drizzle/**',
      '#scripts/suites/tally.ts',
    ),
  ),
];

/** What each part of the repository may import. See docs/ARCHITECTURE.md: imports only point down. */
export const importOverrides: ImportOverride[] = [
  ...sharedAndTooling,
  ...serverImports,
  ...webImports,
  ...deckFormatImports,
  ...deckRendererImports,
  ...embeddedPostgresImports,
];
