import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
let planted = '';
beforeAll(async () => {
  planted = await mkdtemp(join(root, 'node_modules/.lectern-planted-'));
});
afterAll(() => rm(planted, { recursive: true }));

/** Checks the committed migrations against the committed tables, with one table changed. Returns what the check says. */
async function checkedWith(name: string, table: string): Promise<string> {
  const schema = join(planted, `${name}.ts`);
  await writeFile(
    schema,
    `import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
    import { users } from '../../drizzle/schema/index.ts';
    import { instant } from '../../drizzle/schema/columns.ts';
    export * from '../../drizzle/schema/index.ts';
    ${table}`,
  );
  return check(relative(root, schema));
}

/** Empty when all is well. */
function check(...args: string[]): string {
  const run = spawnSync(process.execPath, [join(root, 'scripts/check-migrations.ts'), ...args], { encoding: 'utf8' });
  return run.status === 0 ? '' : run.stderr;
}

const DECK_TRUST = `
  userId: text('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  fingerprint: text('fingerprint').notNull(),
  capabilities: text('capabilities').array(),
  updatedAt: instant('updated_at').notNull().defaultNow(),`;
const DECK_TRUST_KEYS = `(table) => [
  primaryKey({ columns: [table.userId, table.fingerprint] }),
  index('deck_trust_user_updated').on(table.userId, table.updatedAt),
]`;
const deckTrustWith = (columns: string) =>
  `export const deckTrust = pgTable('deck_trust', {${DECK_TRUST} ${columns}}, ${DECK_TRUST_KEYS});`;

it('finds that the committed migrations make the committed tables', async () => {
  expect(check()).toBe('');
  expect(await checkedWith('same', deckTrustWith("hosts: text('hosts').array().notNull(),"))).toBe('');
});

it('finds a column that no migration makes', async () => {
  const columns = "hosts: text('hosts').array().notNull(), rank: integer('rank'),";
  expect(await checkedWith('added', deckTrustWith(columns))).toContain('run `npm run db:generate`');
});

it('finds a column that may have been renamed, where drizzle-kit asks and no one can answer', async () => {
  const columns = "allowedHosts: text('allowed_hosts').array().notNull(),";
  expect(await checkedWith('renamed', deckTrustWith(columns))).toContain('run `npm run db:generate`');
});
