import { type AllowList, type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';

/** The features of the server: one folder each. A feature does not import the internals of another. */
export const FEATURES = [
  'accounts',
  'annotations',
  'audit',
  'decks',
  'health',
  'invites',
  'keys',
  'live',
  'notes',
  'packages',
  'playback',
  'sharing',
  'slides',
  'talks',
  'users',
  'versions',
] as const;
type Feature = (typeof FEATURES)[number];

const DECKS_SERVICE = '#server/decks/decks.service.ts';
/** The processing of uploaded files, which decks and versions share. */
const PACKAGES = '#server/packages/**';

/** What a feature may import from other features: mostly the service of decks, for access checks, and the shared slide state. */
const FROM_OTHER_FEATURES: Partial<Record<Feature, readonly string[]>> = {
  annotations: [DECKS_SERVICE, '#server/slides/**'],
  decks: [PACKAGES],
  live: [DECKS_SERVICE],
  notes: [DECKS_SERVICE, '#server/slides/**'],
  playback: [DECKS_SERVICE],
  sharing: ['#server/decks/decks.*.ts', PACKAGES],
  slides: [DECKS_SERVICE],
  talks: [DECKS_SERVICE],
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

/** Rules for a layer below the features. It may import itself, shared, errors, the type of the configuration and `allowed`. */
const layer = (folder: string, allowed: string[], ...refusals: Refusal[]): ImportOverride =>
  serverFiles(
    [`server/${folder}/**/*.ts`],
    CONFIG_AS_TYPE,
    ...refusals,
    onlyOurs(
      `server/${folder} is below the features: it may import itself, shared, errors${allowed.length > 0 ? ` and ${allowed.join(', ')}` : ''}.`,
      `#server/${folder}/**`,
      '#server/errors.ts',
      '#server/config.ts',
      '#shared/**',
      ...allowed,
    ),
  );

/** Rules for each kind of file in a feature. Where several match, the last one counts. */
function featureOverrides(feature: Feature): ImportOverride[] {
  const allowed = (...more: string[]): AllowList =>
    onlyOurs(
      'A feature may import itself, access, auth, db, storage, shared, errors and deck-format, and at most the service of decks.',
      `#server/${feature}/**`,
      '#server/access/**',
      '#server/auth/**',
      '#server/audit-trail/audit-trail.repo.ts',
      '#server/db/**',
      '#server/feed/**',
      '#server/storage/**',
      '#server/errors.ts',
      '#server/config.ts',
      '#server/cursor.ts',
      '#server/people.ts',
      '#server/preconditions.ts',
      '#shared/**',
      '#drizzle/**',
      ...(FROM_OTHER_FEATURES[feature] ?? []),
      ...more,
    );
  const files = (...names: string[]): string[] => names.map((name) => `server/${feature}/**/${name}`);
  return [
    serverFiles(files('*.ts'), CONFIG_AS_TYPE, NO_SQL, allowed()),
    serverFiles(files('*.service.ts', '*.policy.ts', '*.presenter.ts'), CONFIG_AS_TYPE, NO_TRANSPORT, NO_SQL, allowed()),
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

const NO_WEB = onlyOurs('The server must not import the web application.', '#server/**', '#shared/**', '#drizzle/**');

export const serverImports: ImportOverride[] = [
  serverFiles(['server/*.ts'], NO_SQL, NO_WEB),
  serverFiles(
    ['server/config.ts', 'server/errors.ts', 'server/log.ts'],
    NO_TRANSPORT,
    NO_SQL,
    onlyOurs('Settings, errors and the log are below everything else: they may import shared.', '#shared/**'),
  ),
  layer('http', ['#server/db/faults.ts', '#server/db/references.ts', '#server/storage/storage-errors.ts'], NO_SQL),
  layer('auth', ['#server/audit-trail/audit-trail.repo.ts', '#server/db/**', '#server/http/**', '#drizzle/**']),
  layer('access', ['#server/auth/**', '#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  layer('storage', [], NO_TRANSPORT, NO_SQL),
  layer('db', ['#drizzle/**'], NO_TRANSPORT),
  layer('feed', ['#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  serverFiles(
    ['server/rest/**/*.ts'],
    CONFIG_AS_TYPE,
    NO_SQL,
    onlyOurs('server/rest may import server and shared.', '#server/**', '#shared/**'),
  ),
  ...FEATURES.flatMap(featureOverrides),
  // Tests may import any part of the server: they often stand in for the layer above.
  overrideFor(['server/**/*.test.ts', 'server/**/testing/**/*.ts'], NO_PARENT, NO_WEB),
];
