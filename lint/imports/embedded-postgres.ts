import { type ImportOverride, only, overrideFor, type Refusal } from './restrictions.ts';

const NO_ALIASES: Refusal = {
  regex: '^#',
  message: 'embedded-postgres-server is a package of its own and knows nothing of the service: it must not import by alias.',
};

export const embeddedPostgresImports: ImportOverride[] = [
  overrideFor(['embedded-postgres-server/**/*.ts'], NO_ALIASES),
  overrideFor(
    ['embedded-postgres-server/src/**/*.ts'],
    only(
      'embedded-postgres-server may import its own files, postgres, zod and node: modules.',
      './**',
      'node:*',
      'node:*/**',
      'postgres',
      'zod',
    ),
  ),
];
