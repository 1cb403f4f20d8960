import { type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';
import { FEATURES } from './server.ts';

const NO_SERVER_PACKAGES: Refusal = {
  regex: packages('node:.*', 'express', 'drizzle-orm', 'postgres', 'pino', '@aws-sdk', 'deck-format/node'),
  message: 'The web application runs in a browser.',
};

const ROOT_ROUTER_AS_TYPE: Refusal = {
  regex: '^(?:#server/api/root\\.router\\.ts$|@trpc/server(?:/|$))',
  allowTypeImports: true,
  message: 'The web application may import the root router only as a type.',
};

const NO_FEATURES: Refusal = {
  regex: `^(?:@trpc/|deck-format$|#shared/(?:${FEATURES.join('|')})\\.ts$)`,
  message: 'web/ui is independent of features and of the API: pass in what it shows.',
};

export const webImports: ImportOverride[] = [
  overrideFor(
    ['web/**/*.ts', 'web/**/*.tsx'],
    NO_PARENT,
    NO_SERVER_PACKAGES,
    ROOT_ROUTER_AS_TYPE,
    onlyOurs(
      "web may import web, shared, deck-format and the root router's type.",
      '#web/**',
      '#shared/**',
      '#server/api/root.router.ts',
    ),
  ),
  overrideFor(
    ['web/ui/**/*.ts', 'web/ui/**/*.tsx'],
    NO_PARENT,
    NO_SERVER_PACKAGES,
    NO_FEATURES,
    onlyOurs(
      'web/ui may import web/ui, web/lib, web/theme and shared.',
      '#web/ui/**',
      '#web/lib/**',
      '#web/theme/**',
      '#shared/**',
    ),
  ),
];
