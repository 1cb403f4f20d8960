import { type ImportViolation, imports } from './planted-import.ts';
import { SERVER_VIOLATIONS } from './server-violations.ts';
import { WEB_VIOLATIONS } from './web-violations.ts';

/** A file that breaks a rule other than the import rules. */
export interface RuleViolation {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
}

const shared = [
  imports('server in shared', 'shared/*.ts', '#server/errors.ts', 'shared runs anywhere'),
  imports('tables in shared', 'shared/*.ts', '#drizzle/schema/decks.ts', 'shared runs anywhere'),
  imports('a package other than zod in shared', 'shared/*.ts', 'react', 'shared runs anywhere'),
  imports('a node: module in shared', 'shared/*.ts', 'node:fs', 'shared runs anywhere'),
  imports('the Node entry of deck-format in shared', 'shared/*.ts', 'deck-format/node', 'shared runs anywhere'),
  imports('server in the tables', 'drizzle/schema/*.ts', '#server/db/connection.ts', 'Tables may import'),
];

const format = [
  imports('shared in deck-format', 'deck-format/src/*.ts', '#shared/errors.ts', 'runs anywhere'),
  imports('shared in deck-format/node', 'deck-format/src/node/*.ts', '#shared/errors.ts', 'deck-format/node may import'),
  imports('server in the tests of deck-format', 'deck-format/test/*.test.ts', '#server/errors.ts', 'independent of the service'),
  imports('a node: module in the core of deck-format', 'deck-format/src/zip/*.ts', 'node:zlib', 'runs anywhere'),
  imports('a node: module in the packer of deck-format', 'deck-format/src/pack/*.ts', 'node:zlib', 'runs anywhere'),
  imports('an unnamed package in the packer of deck-format', 'deck-format/src/write/*.ts', 'fflate', 'runs anywhere'),
  imports('a package other than zod in the core of deck-format', 'deck-format/src/zip/*.ts', 'fflate', 'runs anywhere'),
  imports('the Node entry in its core', 'deck-format/src/zip/*.ts', '../node/engine.ts', 'must not import deck-format/node'),
  imports('a package other than zod in deck-format/node', 'deck-format/src/node/*.ts', 'yauzl', 'deck-format/node may import'),
];

const embeddedPostgres = [
  imports(
    'server in the embedded PostgreSQL',
    'embedded-postgres-server/src/*.ts',
    '#server/errors.ts',
    'may import its own files',
  ),
  imports('shared in it', 'embedded-postgres-server/src/*.ts', '#shared/limits.ts', 'may import its own files'),
  imports('another package in it', 'embedded-postgres-server/src/*.ts', 'pino', 'may import its own files'),
  imports('a parent folder in it', 'embedded-postgres-server/src/*.ts', '../../server/errors.ts', 'may import its own files'),
  imports(
    'server in its tests',
    'embedded-postgres-server/test/*.test.ts',
    '#server/db/connect.ts',
    'knows nothing of the service',
  ),
];

const deckRenderer = [
  imports('server in the renderer', 'deck-renderer/src/*.ts', '#server/errors.ts', 'deck-renderer may import'),
  imports('server by its path in it', 'deck-renderer/src/*.ts', '../../server/errors.ts', 'deck-renderer may import'),
  imports('another package in it', 'deck-renderer/src/*.ts', 'pino', 'deck-renderer may import'),
  imports('server in its tests', 'deck-renderer/test/*.test.ts', '#server/errors.ts', 'knows nothing of the service'),
];

const tooling = [
  imports('server in e2e', 'e2e/*.spec.ts', '#server/build.ts', 'what a user sees'),
  imports('web in e2e', 'e2e/support/*.ts', '#web/main.tsx', 'what a user sees'),
  imports('server in scripts', 'scripts/*.ts', '#server/build.ts', 'Tooling may import'),
  imports('web in bench', 'bench/*.ts', '#web/main.tsx', 'from outside'),
  imports('web in faults', 'faults/*.ts', '#web/main.tsx', 'from outside'),
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
  'faults',
].map((folder) => imports(`../ in ${folder}`, `${folder}/*.ts`, '../elsewhere.ts', 'not ../'));

export const IMPORT_VIOLATIONS: readonly ImportViolation[] = [
  ...SERVER_VIOLATIONS,
  ...shared,
  ...WEB_VIOLATIONS,
  ...format,
  ...deckRenderer,
  ...embeddedPostgres,
  ...tooling,
  ...parents,
  {
    name: 'a dynamic import',
    file: 'server/http/dynamic.ts',
    source: "export const load = () => import('#server/decks/decks.service.ts');\n",
    message: 'server/http is below',
  },
];

export const RULE_VIOLATIONS: readonly RuleViolation[] = [
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
    file: 'shared/cycle-a.ts',
    source: "import { b } from './cycle-b.ts';\nexport const a = (): string => b();\n",
  },
  {
    rule: 'import/no-cycle',
    file: 'shared/cycle-b.ts',
    source: "import { a } from './cycle-a.ts';\nexport const b = (): string => a();\n",
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
    rule: 'eslint/no-restricted-properties',
    file: 'web/pages/clock.ts',
    source: 'export const clock = new Intl.DateTimeFormat();\n',
  },
  {
    rule: 'vitest/no-focused-tests',
    file: 'shared/focused.test.ts',
    source: "import { expect, it } from 'vitest';\nit.only('alone', () => {\n  expect(1).toBe(1);\n});\n",
  },
];

/** Files that every rule must accept, by path. */
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
    "export { procedure } from '#server/rpc/trpc.ts';\nexport { decks } from './clean.service.ts';\n",
  'server/decks/clean.route.ts': "export { Router } from 'express';\nexport { stream } from '#server/http/stream.ts';\n",
  'server/decks/clean.service.test.ts': "export { build } from '#server/build.ts';\nexport { sql } from 'drizzle-orm';\n",
  'server/notes/clean.service.ts':
    "export { decks } from '#server/decks/decks.service.ts';\nexport { state } from '#server/slides/slide-state.service.ts';\n",
  'server/rpc/clean.ts': "export { requireActor } from '#server/auth/actor.ts';\nexport { initTRPC } from '@trpc/server';\n",
  'server/slides/clean.service.ts':
    "export type { ReadableDeck } from '#server/access/granted-deck.ts';\nexport { advance } from '#server/feed/advance.ts';\n",
  'server/rest/clean.router.ts':
    "export { decks } from '#server/decks/clean.router.ts';\nexport { initTRPC } from '@trpc/server';\n",
  'server/db/clean.ts': "export { drizzle } from 'drizzle-orm/postgres-js';\nexport { default as postgres } from 'postgres';\n",
  'server/auth/clean.ts': "export { and } from 'drizzle-orm';\nexport { users } from '#drizzle/schema/users.ts';\n",
  'drizzle/schema/clean.ts': "export { pgTable } from 'drizzle-orm/pg-core';\nexport { columns } from './columns.ts';\n",
  'web/lib/clean.ts':
    "export type { RootRouter } from '#server/rest/root.router.ts';\nexport { createTRPCClient } from '@trpc/client';\nexport { manifestSchema } from 'deck-format';\n",
  'web/pages/clean.tsx': "export { Card } from '#web/ui/card.tsx';\nexport { deckSchema } from '#shared/decks.ts';\n",
  'web/ui/clean.tsx':
    "export { Button } from 'radix-ui';\nexport { Other } from './other.tsx';\nexport { LIMIT } from '#shared/limits.ts';\n",
  'deck-format/src/zip/clean.ts':
    "export { z } from 'zod';\nexport { faults } from '../errors.ts';\nexport { tail } from './tail.ts';\n",
  'deck-format/src/node/clean.ts': "export { open } from 'node:fs/promises';\nexport { reader } from '../reader.ts';\n",
  'deck-format/test/clean.test.ts': "export { reader } from '../src/index.ts';\nexport { default as yauzl } from 'yauzl';\n",
  'e2e/clean.spec.ts': "export { test } from '#e2e/support/test.ts';\nexport { pack } from 'deck-format/node';\n",
};
