import { type AllowList, type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';

/** The layers under the features, from the bottom up: a layer imports only layers before it. */
export const LAYERS = ['db', 'storage', 'http', 'tracing', 'mail', 'audit-trail', 'auth', 'access', 'feed', 'rpc'] as const;

/** Parts that several features use. They have services, repositories and routes like a feature, but import no feature. */
export const SHARED_PARTS = ['packages', 'slides'] as const;

/** The features of the server: one folder each. A feature does not import the internals of another. */
export const FEATURES = [
  'accounts',
  'annotations',
  'audit',
  'backup',
  'collections',
  'decks',
  'doctor',
  'exports',
  'health',
  'invites',
  'keys',
  'links',
  'live',
  'metrics',
  'notes',
  'openings',
  'playback',
  'rendering',
  'search',
  'sharing',
  'system',
  'talks',
  'trash',
  'users',
  'versions',
] as const;

/** What is composed of all features. */
export const TOP_LAYERS = ['rest'] as const;

const DECKS_SERVICE = '#server/decks/decks.service.ts';
const PACKAGES = '#server/packages/**';
const SLIDES = '#server/slides/**';

/** What a feature may import from shared parts and other features: mostly the service of decks, which checks access. */
const FROM_OTHERS: Partial<Record<(typeof FEATURES)[number], readonly string[]>> = {
  annotations: [DECKS_SERVICE, SLIDES],
  collections: [DECKS_SERVICE],
  decks: [PACKAGES],
  exports: [DECKS_SERVICE, PACKAGES, '#server/rendering/render-*.ts', '#server/rendering/picture-format.ts'],
  links: [DECKS_SERVICE, '#server/talks/talks.repo.ts'],
  live: [DECKS_SERVICE],
  notes: [DECKS_SERVICE, SLIDES],
  openings: ['#server/decks/decks.*.ts'],
  playback: [DECKS_SERVICE],
  rendering: [DECKS_SERVICE, '#server/playback/playback.service.ts', PACKAGES],
  search: ['#server/decks/decks.*.ts', PACKAGES],
  sharing: ['#server/decks/decks.*.ts', PACKAGES],
  talks: ['#server/decks/decks.*.ts'],
  trash: ['#server/decks/decks.*.ts', PACKAGES],
  users: [PACKAGES],
  versions: ['#server/decks/decks.*.ts', PACKAGES],
};

const CONFIG_AS_TYPE: Refusal = {
  regex: '^#server/config\\.ts$',
  allowTypeImports: true,
  message: 'build.ts passes settings in: import the type only.',
};

const NO_PROCESS_MODULE: Refusal = {
  regex: '^(?:node:)?process$',
  message: 'Use the global `process`: the rule on process.env does not follow imports.',
};

const NO_TRANSPORT: Refusal = {
  regex: packages('@trpc', 'express', 'trpc-to-openapi'),
  message: 'Rules and queries must not depend on HTTP or tRPC: that belongs in the router or route.',
};

const NO_EXPRESS: Refusal = {
  regex: packages('express'),
  message: 'A router is a list of procedures: code that handles bytes and headers belongs in *.route.ts.',
};

const NO_SQL: Refusal = {
  regex: packages('drizzle-orm', 'postgres'),
  message: 'SQL belongs in *.repo.ts, server/db, server/auth and drizzle.',
};

const NO_TABLES: Refusal = {
  regex: '^#drizzle/',
  message: 'A router or route uses services, not tables.',
};

const serverFiles = (files: string[], ...patterns: (Refusal | AllowList)[]): ImportOverride =>
  overrideFor(files, NO_PARENT, NO_PROCESS_MODULE, ...patterns);

/** Rules for a layer under the features. It may import itself, shared, errors, the type of the configuration and `allowed`. */
const layer = (folder: (typeof LAYERS)[number], allowed: string[], ...refusals: Refusal[]): ImportOverride =>
  serverFiles(
    [`server/${folder}/**/*.ts`],
    CONFIG_AS_TYPE,
    ...refusals,
    onlyOurs(
      `server/${folder} is below the features: it may import itself, shared, errors${allowed.length > 0 ? ` and ${allowed.join(', ')}` : ''}.`,
      `#server/${folder}/**`,
      '#server/errors.ts',
      '#server/config.ts',
      '#server/spans.ts',
      '#shared/**',
      ...allowed,
    ),
  );

/** Rules for each kind of file in a feature or shared part. Where several match, the last one counts. */
function moduleOverrides(folder: string, rule: string, fromOthers: readonly string[] = []): ImportOverride[] {
  const allowed = (...more: string[]): AllowList =>
    onlyOurs(
      rule,
      `#server/${folder}/**`,
      '#server/access/**',
      '#server/auth/**',
      '#server/audit-trail/**',
      '#server/db/**',
      '#server/feed/**',
      '#server/mail/**',
      '#server/storage/**',
      '#server/errors.ts',
      '#server/config.ts',
      '#server/pagination.ts',
      '#server/people.ts',
      '#server/preconditions.ts',
      '#server/spans.ts',
      '#shared/**',
      '#drizzle/**',
      ...fromOthers,
      ...more,
    );
  const files = (...names: string[]): string[] => names.map((name) => `server/${folder}/**/${name}`);
  return [
    serverFiles(files('*.ts'), CONFIG_AS_TYPE, NO_SQL, allowed()),
    serverFiles(files('*.service.ts', '*.policy.ts', '*.serializer.ts'), CONFIG_AS_TYPE, NO_TRANSPORT, NO_SQL, allowed()),
    serverFiles(files('*.repo.ts'), CONFIG_AS_TYPE, NO_TRANSPORT, allowed()),
    serverFiles(files('*.router.ts'), CONFIG_AS_TYPE, NO_EXPRESS, NO_SQL, NO_TABLES, allowed('#server/rpc/trpc.ts')),
    serverFiles(
      files('*.route.ts', '*.routes.ts', '*.handler.ts', '*.headers.ts'),
      CONFIG_AS_TYPE,
      NO_SQL,
      NO_TABLES,
      allowed('#server/http/**'),
    ),
  ];
}

const FEATURE_RULE =
  'A feature may import itself, access, auth, db, mail, storage, shared, errors and deck-format, and at most the service of decks.';

const NO_WEB = onlyOurs('The server must not import the web application.', '#server/**', '#shared/**', '#drizzle/**');

/** The files of `server/` itself that layers and features import. */
const LOW_FILES = ['config', 'errors', 'log', 'pagination', 'people', 'preconditions', 'spans'].map(
  (name) => `server/${name}.ts`,
);

const NO_RELATIVE: Refusal = {
  regex: '^\\.',
  message: 'Import other files of the server by alias (#server/…): the rules of these files do not see relative imports.',
};

export const serverImports: ImportOverride[] = [
  serverFiles(['server/*.ts'], NO_SQL, NO_WEB),
  serverFiles(
    LOW_FILES,
    NO_TRANSPORT,
    NO_SQL,
    NO_RELATIVE,
    CONFIG_AS_TYPE,
    onlyOurs(
      'Files that everything imports may import errors, the type of the configuration and shared.',
      '#server/errors.ts',
      '#server/setting-values.ts',
      '#server/config.ts',
      '#shared/**',
    ),
  ),
  layer('db', ['#drizzle/**', '#server/database-encryption.ts'], NO_TRANSPORT),
  layer('storage', [], NO_TRANSPORT, NO_SQL),
  layer('http', ['#server/db/faults.ts', '#server/db/references.ts', '#server/storage/storage-errors.ts'], NO_SQL),
  layer('tracing', ['#server/db/statements.ts', '#server/http/**', '#server/storage/blob-store.ts'], NO_SQL),
  layer('mail', [], NO_TRANSPORT, NO_SQL),
  layer('audit-trail', ['#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  layer('auth', ['#server/audit-trail/**', '#server/db/**', '#server/http/**', '#server/mail/**', '#drizzle/**']),
  layer('access', ['#server/auth/**', '#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  layer('feed', ['#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  layer('rpc', ['#server/auth/**', '#server/http/**', '#server/preconditions.ts'], NO_SQL),
  ...SHARED_PARTS.flatMap((folder) =>
    moduleOverrides(
      folder,
      `server/${folder} is below the features: it may import itself, access, auth, db, feed, storage, shared and errors.`,
    ),
  ),
  ...FEATURES.flatMap((feature) => moduleOverrides(feature, FEATURE_RULE, FROM_OTHERS[feature])),
  serverFiles(
    ['server/rest/**/*.ts'],
    CONFIG_AS_TYPE,
    NO_SQL,
    onlyOurs(
      'server/rest is composed of routers: it may import itself, routers, rpc, auth, http, shared and errors.',
      '#server/rest/**',
      '#server/**/*.router.ts',
      '#server/rpc/**',
      '#server/auth/**',
      '#server/http/**',
      '#server/errors.ts',
      '#server/config.ts',
      '#server/preconditions.ts',
      '#shared/**',
    ),
  ),
  // Tests may import any part of the server: they often replace the layer above.
  overrideFor(['server/**/*.test.ts', 'server/**/testing/**/*.ts'], NO_PARENT, NO_WEB),
];
