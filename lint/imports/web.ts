import { type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';
import { FEATURES } from './server.ts';

const NO_SERVER_PACKAGES: Refusal = {
  regex: packages('node:.*', 'express', 'drizzle-orm', 'postgres', 'pino', '@aws-sdk', 'deck-format/node'),
  message: 'The web application runs in a browser.',
};

const ROOT_ROUTER_AS_TYPE: Refusal = {
  // Links of the typed client are made of `@trpc/server/observable`, the only part of that package which begins with an o.
  regex: '^(?:#server/rest/root\\.router\\.ts$|@trpc/server(?:/[^o]|$))',
  allowTypeImports: true,
  message: 'The web application may import the root router only as a type.',
};

const NO_FEATURES: Refusal = {
  regex: `^(?:@trpc/|deck-format$|#shared/(?:${FEATURES.join('|')})\\.ts$)`,
  message: 'web/ui is independent of features and of the API: pass in what it shows.',
};

/** Modules below the features that deal with a deck. */
const UNDER_FEATURES = ['lib', 'ui', 'live', 'outbox', 'protocol', 'stage'] as const;

/**
 * The folders of `web/`, lowest first, and which of the others each may import. A folder lists only folders above its own line, so
 * there is no cycle.
 */
export const WEB_MODULES = {
  locales: [],
  lib: ['locales'],
  ui: ['lib'],
  protocol: [],
  bridge: ['protocol'],
  live: ['lib'],
  outbox: ['lib', 'ui', 'live'],
  stage: ['lib', 'ui', 'protocol'],
  uploads: ['lib', 'ui'],
  decks: ['lib', 'ui', 'live', 'stage'],
  sharing: ['lib', 'ui', 'decks'],
  collections: ['lib', 'ui', 'decks'],
  selection: ['lib', 'ui', 'decks', 'sharing', 'collections'],
  palette: ['lib', 'ui', 'protocol', 'decks'],
  ink: UNDER_FEATURES,
  notes: UNDER_FEATURES,
  overview: UNDER_FEATURES,
  talks: UNDER_FEATURES,
  versions: ['lib', 'ui', 'stage', 'decks', 'talks', 'uploads'],
  exports: [...UNDER_FEATURES, 'decks', 'ink'],
  'deck-menu': ['lib', 'ui', 'collections', 'decks', 'exports', 'sharing', 'versions'],
  'stage-session': [...UNDER_FEATURES, 'ink', 'notes', 'overview', 'palette', 'talks', 'versions'],
  audience: ['lib', 'ui', 'protocol', 'stage', 'overview', 'talks'],
  player: [...UNDER_FEATURES, 'decks', 'deck-menu', 'ink', 'notes', 'overview', 'palette', 'stage-session', 'talks', 'versions'],
  presenter: [
    ...UNDER_FEATURES,
    'deck-menu',
    'decks',
    'ink',
    'notes',
    'palette',
    'sharing',
    'stage-session',
    'talks',
    'versions',
  ],
  pages: [
    'lib',
    'ui',
    'locales',
    'collections',
    'deck-menu',
    'decks',
    'exports',
    'player',
    'presenter',
    'selection',
    'sharing',
    'stage-session',
    'talks',
    'uploads',
    'versions',
  ],
  shell: ['lib', 'ui', 'deck-menu', 'ink', 'notes', 'outbox', 'pages', 'palette', 'protocol', 'uploads', 'versions'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const webFiles = (folder: string): string[] => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`];

function moduleOverride(module: string, allowed: readonly string[]): ImportOverride {
  return overrideFor(
    webFiles(`web/${module}`),
    NO_PARENT,
    NO_SERVER_PACKAGES,
    ROOT_ROUTER_AS_TYPE,
    ...(module === 'ui' ? [NO_FEATURES] : []),
    onlyOurs(
      `web/${module} may import ${['itself', 'shared', ...allowed.map((other) => `web/${other}`)].join(', ')}.`,
      `#web/${module}/**`,
      ...allowed.map((other) => `#web/${other}/**`),
      '#shared/**',
      ...(module === 'ui' ? [] : ['#server/rest/root.router.ts']),
    ),
  );
}

export const webImports: ImportOverride[] = [
  overrideFor(
    webFiles('web'),
    NO_PARENT,
    NO_SERVER_PACKAGES,
    ROOT_ROUTER_AS_TYPE,
    onlyOurs('The entry files of web may import web and shared.', '#web/**', '#shared/**'),
  ),
  ...Object.entries(WEB_MODULES).map(([module, allowed]) => moduleOverride(module, allowed)),
];
