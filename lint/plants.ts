import { ROOMS } from './imports/server.ts';

export interface PlantedImport {
  readonly breaks: string;
  readonly file: string;
  readonly source: string;
  /** Words of the message that belongs to this rule and no other. */
  readonly says: string;
}

export interface PlantedRule {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
}

let planted = 0;

/** A file of this kind that brings in one module it must not know. */
function plant(breaks: string, file: string, module: string, says: string): PlantedImport {
  planted += 1;
  const stem = file.replace('*', `planted-${String(planted)}`);
  return { breaks, file: stem, source: `export { planted } from '${module}';\n`, says };
}

const OF_ROOM = 'A room uses itself';
const NO_SQL = 'SQL stays in';
const NO_TRANSPORT = 'know no transport';

const rooms = ROOMS.flatMap((room) => {
  const other = room === 'users' ? 'invites' : 'users';
  return [
    plant(`${room}: no service of another room`, `server/${room}/*.service.ts`, `#server/${other}/${other}.service.ts`, OF_ROOM),
    plant(`${room}: no table or repo of another room`, `server/${room}/*.repo.ts`, `#server/${other}/${other}.repo.ts`, OF_ROOM),
    plant(`${room}: no wiring`, `server/${room}/*.ts`, '#server/build.ts', OF_ROOM),
    plant(`${room}: routers have no SQL`, `server/${room}/*.router.ts`, 'drizzle-orm', NO_SQL),
    plant(`${room}: services have no tRPC`, `server/${room}/*.service.ts`, '@trpc/server', NO_TRANSPORT),
  ];
});

const kinds = [
  plant('a room asks no more of decks than its service', 'server/notes/*.service.ts', '#server/decks/decks.repo.ts', OF_ROOM),
  plant('the same for how decks are shown', 'server/playback/*.service.ts', '#server/decks/decks.presenter.ts', OF_ROOM),
  plant('a room that has no business with decks', 'server/invites/*.service.ts', '#server/decks/decks.service.ts', OF_ROOM),
  plant(
    'the way slides are written on is not for every room',
    'server/playback/*.service.ts',
    '#server/slides/slide-state.repo.ts',
    OF_ROOM,
  ),
  plant('a room knows no web', 'server/decks/*.service.ts', '#web/main.tsx', OF_ROOM),
  plant('a service has no http', 'server/decks/*.service.ts', '#server/http/envelope.ts', OF_ROOM),
  plant('a service has no Express', 'server/decks/*.service.ts', 'express', NO_TRANSPORT),
  plant('a policy has no tRPC', 'server/decks/*.policy.ts', '@trpc/server', NO_TRANSPORT),
  plant('a policy has no Express', 'server/decks/*.policy.ts', 'express', NO_TRANSPORT),
  plant('a repo has no tRPC', 'server/decks/*.repo.ts', '@trpc/server', NO_TRANSPORT),
  plant('a repo has no Express', 'server/decks/*.repo.ts', 'express', NO_TRANSPORT),
  plant('a service has no SQL', 'server/decks/*.service.ts', 'drizzle-orm', NO_SQL),
  plant('a subpath of the SQL package counts too', 'server/decks/*.service.ts', 'drizzle-orm/pg-core', NO_SQL),
  plant('the database driver counts too', 'server/decks/*.service.ts', 'postgres', NO_SQL),
  plant('a policy has no SQL', 'server/decks/*.policy.ts', 'drizzle-orm', NO_SQL),
  plant('another file of a room has no SQL', 'server/decks/*.ts', 'drizzle-orm', NO_SQL),
  plant('a router has no tables', 'server/decks/*.router.ts', '#drizzle/schema/decks.ts', 'sees no tables'),
  plant('a router has no Express', 'server/decks/*.router.ts', 'express', 'bytes and headers'),
  plant('a router does not know the root router', 'server/decks/*.router.ts', '#server/api/root.router.ts', OF_ROOM),
  plant('a route has no SQL', 'server/decks/*.route.ts', 'drizzle-orm', NO_SQL),
  plant('a handler of bytes neither', 'server/playback/*.handler.ts', 'drizzle-orm', NO_SQL),
  plant('a route has no tables', 'server/decks/*.route.ts', '#drizzle/schema/decks.ts', 'sees no tables'),
  plant('a room takes no settings by itself', 'server/decks/*.service.ts', '#server/config.ts', 'Settings are handed in'),
  plant('the environment is not imported', 'server/decks/*.service.ts', 'node:process', 'global `process`'),
];

const floors = [
  plant('http knows no room', 'server/http/*.ts', '#server/decks/decks.service.ts', 'server/http lies under'),
  plant('http knows no blob store', 'server/http/*.ts', '#server/storage/blob-store.ts', 'server/http lies under'),
  plant('http has no SQL', 'server/http/*.ts', 'drizzle-orm', NO_SQL),
  plant('http knows no API', 'server/http/*.ts', '#server/api/root.router.ts', 'server/http lies under'),
  plant('api has no SQL', 'server/api/*.ts', 'drizzle-orm', NO_SQL),
  plant('api has no tables', 'server/api/*.ts', '#drizzle/schema/decks.ts', 'Reception knows'),
  plant('api knows no web', 'server/api/*.ts', '#web/main.tsx', 'Reception knows'),
  plant('auth knows no room', 'server/auth/*.ts', '#server/invites/invites.service.ts', 'server/auth lies under'),
  plant('auth has no router of a room', 'server/auth/*.routes.ts', '#server/decks/decks.router.ts', 'server/auth lies under'),
  plant('auth takes no settings by itself', 'server/auth/*.ts', '#server/config.ts', 'Settings are handed in'),
  plant('access knows no room', 'server/access/*.ts', '#server/decks/decks.repo.ts', 'server/access lies under'),
  plant('access has no Express', 'server/access/*.ts', 'express', NO_TRANSPORT),
  plant('storage knows no room', 'server/storage/*.ts', '#server/decks/decks.service.ts', 'server/storage lies under'),
  plant('storage has no SQL', 'server/storage/*.ts', 'drizzle-orm', NO_SQL),
  plant('storage has no tables', 'server/storage/*.ts', '#drizzle/schema/decks.ts', 'server/storage lies under'),
  plant('storage has no Express', 'server/storage/*.ts', 'express', NO_TRANSPORT),
  plant('db knows no room', 'server/db/*.ts', '#server/decks/decks.repo.ts', 'server/db lies under'),
  plant('db has no Express', 'server/db/*.ts', 'express', NO_TRANSPORT),
  plant('the front door knows no web', 'server/*.ts', '#web/main.tsx', 'nothing of the web application'),
  plant('the front door has no SQL', 'server/*.ts', 'drizzle-orm', NO_SQL),
  plant('shared knows no server', 'shared/*.ts', '#server/errors.ts', 'shared runs anywhere'),
  plant('shared knows no tables', 'shared/*.ts', '#drizzle/schema/decks.ts', 'shared runs anywhere'),
  plant('shared takes no package but zod', 'shared/*.ts', 'react', 'shared runs anywhere'),
  plant('shared takes no node: module', 'shared/*.ts', 'node:fs', 'shared runs anywhere'),
  plant('shared takes the browser entry of deck-format alone', 'shared/*.ts', 'deck-format/node', 'shared runs anywhere'),
  plant('tables know no server', 'drizzle/schema/*.ts', '#server/db/connection.ts', 'Tables use shared alone'),
];

const web = [
  plant('web knows no service', 'web/pages/*.tsx', '#server/decks/decks.service.ts', 'web uses itself'),
  plant('web knows no tables', 'web/lib/*.ts', '#drizzle/schema/decks.ts', 'web uses itself'),
  plant('web takes the root router as a type alone', 'web/lib/*.ts', '#server/api/root.router.ts', 'one thing'),
  plant('web takes no server package', 'web/lib/*.ts', 'express', 'runs in a browser'),
  plant('web takes no node: module', 'web/lib/*.ts', 'node:fs', 'runs in a browser'),
  plant('web takes the browser entry of deck-format alone', 'web/player/*.ts', 'deck-format/node', 'runs in a browser'),
  plant('web/ui knows no page', 'web/ui/*.tsx', '#web/pages/library/library.tsx', 'knows no page'),
  plant('web/ui knows no player', 'web/ui/*.tsx', '#web/player/player.tsx', 'knows no page'),
  plant('web/ui knows no noun', 'web/ui/*.tsx', '#shared/decks.ts', 'knows no noun'),
  plant('web/ui knows no server', 'web/ui/*.tsx', '@trpc/client', 'knows no noun'),
];

const format = [
  plant('deck-format knows nothing of ours', 'deck-format/src/*.ts', '#shared/errors.ts', 'runs anywhere'),
  plant('its Node side neither', 'deck-format/src/node/*.ts', '#shared/errors.ts', 'Node side'),
  plant('its tests neither', 'deck-format/test/*.test.ts', '#server/errors.ts', 'nothing of the service'),
  plant('its core has no node: module', 'deck-format/src/zip/*.ts', 'node:zlib', 'runs anywhere'),
  plant('its core has no package but zod', 'deck-format/src/zip/*.ts', 'fflate', 'runs anywhere'),
  plant(
    'its core does not know its Node entry',
    'deck-format/src/zip/*.ts',
    '../node/file-source.ts',
    'does not know its Node entry',
  ),
  plant('its Node side takes no package but zod', 'deck-format/src/node/*.ts', 'yauzl', 'Node side'),
];

const beside = [
  plant('e2e knows no server', 'e2e/*.spec.ts', '#server/build.ts', 'what a user sees'),
  plant('e2e knows no web', 'e2e/support/*.ts', '#web/main.tsx', 'what a user sees'),
  plant('tooling knows no product', 'scripts/*.ts', '#server/build.ts', 'Tooling uses nothing'),
  plant('measurements know no web', 'bench/*.ts', '#web/main.tsx', 'from outside'),
];

const parents = [
  'server/decks',
  'server/http',
  'shared',
  'web/pages',
  'web/ui',
  'drizzle/schema',
  'e2e/support',
  'scripts',
  'bench',
].map((folder) => plant(`no ../ in ${folder}`, `${folder}/*.ts`, '../elsewhere.ts', 'never by ../'));

export const PLANTED_IMPORTS: readonly PlantedImport[] = [
  ...rooms,
  ...kinds,
  ...floors,
  ...web,
  ...format,
  ...beside,
  ...parents,
  {
    breaks: 'an import at run time counts too',
    file: 'server/http/dynamic.ts',
    source: "export const load = () => import('#server/decks/decks.service.ts');\n",
    says: 'server/http lies under',
  },
];

export const PLANTED_RULES: readonly PlantedRule[] = [
  {
    rule: 'node/no-process-env',
    file: 'server/decks/environment.ts',
    source: "export const port = process.env['PORT'];\n",
  },
  {
    rule: 'typescript/no-explicit-any',
    file: 'shared/loose.ts',
    source: 'export const identity = (value: any) => typeof value;\n',
  },
  {
    rule: 'typescript/no-non-null-assertion',
    file: 'shared/sure.ts',
    source: 'export const first = (values: readonly string[]) => values[0]!;\n',
  },
  {
    rule: 'typescript/no-floating-promises',
    file: 'shared/floating.ts',
    source: 'export function forget(work: () => Promise<void>): void {\n  work();\n}\n',
  },
  {
    rule: 'typescript/no-misused-promises',
    file: 'shared/misused.ts',
    source: "export const refuse = (allowed: () => Promise<boolean>) => (allowed() ? 'in' : 'out');\n",
  },
  {
    rule: 'typescript/switch-exhaustiveness-check',
    file: 'shared/forgotten.ts',
    source: [
      "export function rank(role: 'user' | 'admin'): number {",
      '  let result = 0;',
      '  switch (role) {',
      "    case 'user':",
      '      result = 1;',
      '  }',
      '  return result;',
      '}',
      '',
    ].join('\n'),
  },
  {
    rule: 'typescript/consistent-type-imports',
    file: 'shared/types.ts',
    source: "import { Named } from './names.ts';\nexport const greet = ({ name }: Named): string => name;\n",
  },
  {
    rule: 'typescript/no-unsafe-return',
    file: 'shared/unsafe.ts',
    source: 'export const parse = (text: string): string[] => JSON.parse(text);\n',
  },
  { rule: 'unicorn/prefer-node-protocol', file: 'server/http/short.ts', source: "export { readFile } from 'fs';\n" },
  { rule: 'eslint/no-console', file: 'server/http/chatter.ts', source: "console.log('hello');\n" },
  { rule: 'eslint/eqeqeq', file: 'shared/equal.ts', source: 'export const same = (a: number, b: number) => a == b;\n' },
  {
    rule: 'import/no-cycle',
    file: 'shared/hen.ts',
    source: "import { egg } from './egg.ts';\nexport const hen = (): string => egg();\n",
  },
  {
    rule: 'import/no-cycle',
    file: 'shared/egg.ts',
    source: "import { hen } from './hen.ts';\nexport const egg = (): string => hen();\n",
  },
  {
    rule: 'react-hooks/rules-of-hooks',
    file: 'web/pages/hooks.tsx',
    source: [
      "import { useState } from 'react';",
      'export function Panel({ open }: { readonly open: boolean }) {',
      '  if (!open) return null;',
      '  const [text] = useState(0);',
      '  return <p>{text}</p>;',
      '}',
      '',
    ].join('\n'),
  },
  {
    rule: 'jsx-a11y/alt-text',
    file: 'web/pages/picture.tsx',
    source: 'export const Picture = () => <img src="/first.png" />;\n',
  },
  {
    rule: 'vitest/no-focused-tests',
    file: 'shared/focused.test.ts',
    source: "import { expect, it } from 'vitest';\nit.only('alone', () => {\n  expect(1).toBe(1);\n});\n",
  },
];

/** What the rules must let through, or they would be turned off one by one. */
export const CLEAN_FILES: Readonly<Record<string, string>> = {
  'shared/names.ts': 'export interface Named {\n  readonly name: string;\n}\n',
  'shared/clean.ts':
    "export type { Named } from './names.ts';\nexport { z } from 'zod';\nexport { manifestSchema } from 'deck-format';\n",
  'server/config.ts': "export interface Config {\n  readonly port: string;\n}\nexport const port = process.env['PORT'];\n",
  'server/main.ts': "export { build } from '#server/build.ts';\nexport { decks } from '#server/decks/decks.service.ts';\n",
  'server/decks/clean.service.ts': [
    "export type { Config } from '#server/config.ts';",
    "export { repo } from './clean.repo.ts';",
    "export { actor } from '#server/auth/actor.ts';",
    "export { AppError } from '#server/errors.ts';",
    "export { blobs } from '#server/storage/blob-store.ts';",
    "export { open } from 'deck-format/node';",
    "export { createHash } from 'node:crypto';",
    "export type { Named } from '#shared/names.ts';",
    '',
  ].join('\n'),
  'server/decks/clean.repo.ts':
    "export { eq } from 'drizzle-orm';\nexport { decks } from '#drizzle/schema/decks.ts';\nexport { db } from '#server/db/connection.ts';\n",
  'server/decks/clean.router.ts':
    "export { procedure } from '#server/api/trpc.ts';\nexport { decks } from './clean.service.ts';\n",
  'server/decks/clean.route.ts': "export { Router } from 'express';\nexport { stream } from '#server/http/stream.ts';\n",
  'server/decks/clean.service.test.ts': "export { build } from '#server/build.ts';\nexport { sql } from 'drizzle-orm';\n",
  'server/notes/clean.service.ts':
    "export { decks } from '#server/decks/decks.service.ts';\nexport { state } from '#server/slides/slide-state.service.ts';\n",
  'server/api/clean.router.ts':
    "export { decks } from '#server/decks/clean.router.ts';\nexport { initTRPC } from '@trpc/server';\n",
  'server/db/clean.ts': "export { drizzle } from 'drizzle-orm/postgres-js';\nexport { default as postgres } from 'postgres';\n",
  'server/auth/clean.ts': "export { and } from 'drizzle-orm';\nexport { users } from '#drizzle/schema/users.ts';\n",
  'drizzle/schema/clean.ts': "export { pgTable } from 'drizzle-orm/pg-core';\nexport { columns } from './columns.ts';\n",
  'web/lib/clean.ts':
    "export type { RootRouter } from '#server/api/root.router.ts';\nexport { createTRPCClient } from '@trpc/client';\nexport { manifestSchema } from 'deck-format';\n",
  'web/pages/clean.tsx': "export { Card } from '#web/ui/card.tsx';\nexport { deckSchema } from '#shared/decks.ts';\n",
  'web/ui/clean.tsx':
    "export { Button } from '@mantine/core';\nexport { Other } from './other.tsx';\nexport { LIMIT } from '#shared/limits.ts';\n",
  'deck-format/src/zip/clean.ts':
    "export { z } from 'zod';\nexport { faults } from '../errors.ts';\nexport { tail } from './tail.ts';\n",
  'deck-format/src/node/clean.ts': "export { open } from 'node:fs/promises';\nexport { reader } from '../reader.ts';\n",
  'deck-format/test/clean.test.ts': "export { reader } from '../src/index.ts';\nexport { default as yauzl } from 'yauzl';\n",
  'e2e/clean.spec.ts': "export { test } from '#e2e/support/test.ts';\nexport { pack } from 'deck-format/node';\n",
};
