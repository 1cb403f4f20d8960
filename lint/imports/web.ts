import { type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';
import { ROOMS } from './server.ts';

const NO_SERVER_PACKAGES: Refusal = {
  regex: packages('node:.*', 'express', 'drizzle-orm', 'postgres', 'pino', '@aws-sdk', 'deck-format/node'),
  message: 'The web application runs in a browser.',
};

const ROOT_ROUTER_AS_TYPE: Refusal = {
  regex: '^(?:#server/api/root\\.router\\.ts$|@trpc/server(?:/|$))',
  allowTypeImports: true,
  message: "Of the server the web application knows one thing: the root router's type.",
};

const NO_NOUN: Refusal = {
  regex: `^(?:@trpc/|deck-format$|#shared/(?:${[...ROOMS, 'accounts'].join('|')})\\.ts$)`,
  message: 'web/ui knows no noun and no server: it is given what it shows.',
};

export const webImports: ImportOverride[] = [
  overrideFor(
    ['web/**/*.ts', 'web/**/*.tsx'],
    NO_PARENT,
    NO_SERVER_PACKAGES,
    ROOT_ROUTER_AS_TYPE,
    onlyOurs(
      "web uses itself, shared, deck-format and the root router's type.",
      '#web/**',
      '#shared/**',
      '#server/api/root.router.ts',
    ),
  ),
  overrideFor(
    ['web/ui/**/*.ts', 'web/ui/**/*.tsx'],
    NO_PARENT,
    NO_SERVER_PACKAGES,
    NO_NOUN,
    onlyOurs(
      'web/ui knows no page: it uses itself, web/lib, the theme and shared.',
      '#web/ui/**',
      '#web/lib/**',
      '#web/theme/**',
      '#shared/**',
    ),
  ),
];
