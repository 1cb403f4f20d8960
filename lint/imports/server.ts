import { type AllowList, type ImportOverride, NO_PARENT, onlyOurs, overrideFor, packages, type Refusal } from './restrictions.ts';

/** The rooms of the server: one noun each, nothing of one reaches into another. */
export const ROOMS = [
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
  'slides',
  'talks',
  'users',
  'versions',
] as const;
type Room = (typeof ROOMS)[number];

const DECKS_SERVICE = '#server/decks/decks.service.ts';
/** The way of an uploaded file into the store, which decks and versions share. */
const PACKAGES = '#server/packages/**';

/** What a room may know of others: the deck room's service, to ask for access; and what is written on slides is kept in one way. */
const NEIGHBOURS: Partial<Record<Room, readonly string[]>> = {
  annotations: [DECKS_SERVICE, '#server/slides/**'],
  decks: [PACKAGES],
  live: [DECKS_SERVICE],
  notes: [DECKS_SERVICE, '#server/slides/**'],
  playback: [DECKS_SERVICE],
  slides: [DECKS_SERVICE],
  talks: [DECKS_SERVICE],
  versions: ['#server/decks/decks.*.ts', PACKAGES],
};

const CONFIG_AS_TYPE: Refusal = {
  regex: '^#server/config\\.ts$',
  allowTypeImports: true,
  message: 'Settings are handed in by build.ts: import the type only.',
};

const NO_PROCESS_MODULE: Refusal = {
  regex: '^(?:node:)?process$',
  message: 'Use the global `process`: the rule on process.env cannot see through an import.',
};

const NO_TRANSPORT: Refusal = {
  regex: packages('@trpc', 'express', 'trpc-to-openapi'),
  message: 'Rules and queries know no transport: the router or route translates.',
};

const NO_EXPRESS: Refusal = {
  regex: packages('express'),
  message: 'A router is a table of procedures; bytes and headers belong to a *.route.ts.',
};

const NO_SQL: Refusal = {
  regex: packages('drizzle-orm', 'postgres'),
  message: 'SQL stays in *.repo.ts, server/db, server/auth and drizzle.',
};

const NO_TABLES: Refusal = {
  regex: '^#drizzle/',
  message: 'A router or route sees no tables: ask the service.',
};

const serverFiles = (files: string[], ...patterns: (Refusal | AllowList)[]): ImportOverride =>
  overrideFor(files, NO_PARENT, NO_PROCESS_MODULE, ...patterns);

/** One floor: itself, what lies under everything, and what else is named. */
const floor = (folder: string, allowed: string[], ...refusals: Refusal[]): ImportOverride =>
  serverFiles(
    [`server/${folder}/**/*.ts`],
    CONFIG_AS_TYPE,
    ...refusals,
    onlyOurs(
      `server/${folder} lies under the rooms: it uses itself, shared, errors${allowed.length > 0 ? ` and ${allowed.join(', ')}` : ''}.`,
      `#server/${folder}/**`,
      '#server/errors.ts',
      '#server/config.ts',
      '#shared/**',
      ...allowed,
    ),
  );

function roomOverrides(room: Room): ImportOverride[] {
  const allowed = (...doors: string[]): AllowList =>
    onlyOurs(
      'A room uses itself, access, auth, db, storage, shared, errors and deck-format; of the deck room at most its service.',
      `#server/${room}/**`,
      '#server/access/**',
      '#server/auth/**',
      '#server/audit/audit-trail.repo.ts',
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
      ...(NEIGHBOURS[room] ?? []),
      ...doors,
    );
  const inRoom = (...names: string[]): string[] => names.map((name) => `server/${room}/**/${name}`);
  return [
    serverFiles(inRoom('*.ts'), CONFIG_AS_TYPE, NO_SQL, allowed()),
    serverFiles(inRoom('*.service.ts', '*.policy.ts', '*.presenter.ts'), CONFIG_AS_TYPE, NO_TRANSPORT, NO_SQL, allowed()),
    serverFiles(inRoom('*.repo.ts'), CONFIG_AS_TYPE, NO_TRANSPORT, allowed()),
    serverFiles(inRoom('*.router.ts'), CONFIG_AS_TYPE, NO_EXPRESS, NO_SQL, NO_TABLES, allowed('#server/api/trpc.ts')),
    serverFiles(
      inRoom('*.route.ts', '*.routes.ts', '*.handler.ts', '*.headers.ts'),
      CONFIG_AS_TYPE,
      NO_SQL,
      NO_TABLES,
      allowed('#server/http/**'),
    ),
  ];
}

const FRONT_DOOR = onlyOurs('The server knows nothing of the web application.', '#server/**', '#shared/**', '#drizzle/**');

export const serverImports: ImportOverride[] = [
  serverFiles(['server/*.ts'], NO_SQL, FRONT_DOOR),
  serverFiles(
    ['server/config.ts', 'server/errors.ts', 'server/log.ts'],
    NO_TRANSPORT,
    NO_SQL,
    onlyOurs('Settings, errors and the log lie under everything else.', '#shared/**'),
  ),
  floor('http', ['#server/db/faults.ts', '#server/db/references.ts', '#server/storage/storage-errors.ts'], NO_SQL),
  floor('auth', ['#server/audit/audit-trail.repo.ts', '#server/db/**', '#server/http/**', '#drizzle/**']),
  floor('access', ['#server/auth/**', '#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  floor('storage', [], NO_TRANSPORT, NO_SQL),
  floor('db', ['#drizzle/**'], NO_TRANSPORT),
  floor('feed', ['#server/db/**', '#drizzle/**'], NO_TRANSPORT),
  serverFiles(
    ['server/api/**/*.ts'],
    CONFIG_AS_TYPE,
    NO_SQL,
    onlyOurs('Reception knows the whole server, and nothing of the web application.', '#server/**', '#shared/**'),
  ),
  ...ROOMS.flatMap(roomOverrides),
  // A test may reach any part of the server: it often plays the part of the room above.
  overrideFor(['server/**/*.test.ts', 'server/**/testing/**/*.ts'], NO_PARENT, FRONT_DOOR),
];
