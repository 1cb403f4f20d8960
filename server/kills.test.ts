import { randomUUID } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseLevel, migrationsIn, ownLevel } from '#server/db/levels.ts';
import { migrateTo } from '#server/db/migrate.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { aDirectory } from '#server/storage/testing/files.ts';
import { anUpload } from '#server/testing/forms.ts';
import { cannotStart, joinFirst, type LecternProcess, spawnServer, startProcess } from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';

if (cannotStart !== null)
  process.stderr.write(`Tests of servers that are killed at their own work are skipped: ${cannotStart}\n`);

const HOUR_MILLISECONDS = 3_600_000;

let database: TestDatabase;
let dataDir: string;
let running: Pick<LecternProcess, 'child'>[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await aDirectory();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  running = [];
  await database.drop();
});

const settings = () => ({ DATABASE_URL: database.url, AUTH_SECRET: 'a secret that is long enough for these tests' });

async function start(): Promise<LecternProcess> {
  const server = await startProcess(dataDir, settings());
  running.push(server);
  return server;
}

function spawnHere(more: Readonly<Record<string, string>> = {}) {
  const spawned = spawnServer(dataDir, { ...settings(), ...more });
  running.push(spawned);
  return spawned;
}

describe.skipIf(cannotStart !== null)('a server that is killed', () => {
  it('during a migration leaves the database at the level before, and the next start migrates it', async () => {
    const { sql } = database;
    const earlier = migrationsIn().find(({ tag }) => tag === '0034_backups')?.when ?? 0;
    await sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public');
    await migrateTo(database.url, earlier);
    const server = spawnHere();
    // Later migrations refer to this table, so they wait for it, in the middle of what they do.
    await sql.begin(async (tx) => {
      await tx`lock table users in access exclusive mode`;
      const isWaiting = async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).count > 0;
      await eventually(isWaiting);
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await eventually(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
        ).count === 0,
    );
    expect(await databaseLevel(sql)).toBe(earlier);
    const made = () => sql`select to_regclass('passkeys')::text as name`;
    expect(await made()).toEqual([{ name: null }]);
    await start();
    expect({ level: await databaseLevel(sql), made: await made() }).toEqual({ level: ownLevel(), made: [{ name: 'passkeys' }] });
  });

  it('while it removes unused files leaves those that are used, and the next start removes the rest', async () => {
    const first = await start();
    const cookie = await joinFirst(first);
    const bytes = await aPackage();
    const { id } = deckDetailSchema.parse((await first.as(cookie).send('POST', '/api/decks', anUpload(bytes))).body);
    first.child.kill('SIGTERM');
    await first.ended;

    const layout = new DiskLayout(path.join(dataDir, 'blobs'));
    const unused = [newBlobKey(), newBlobKey(), newBlobKey()].map((key) => layout.pathOf(key));
    const longAgo = new Date(Date.now() - 2 * HOUR_MILLISECONDS);
    for (const file of unused) {
      await writeFile(file, randomUUID());
      await utimes(file, longAgo, longAgo);
    }
    const left = async () => (await Promise.all(unused.map(isThere))).filter(Boolean).length;
    const killed = spawnHere({
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, '..', 'faults', 'kill-at-step.ts')}`,
      KILL_BEFORE: 'unlink 2',
    });
    await killed.ended;
    expect({ signal: killed.child.signalCode, left: await left() }).toEqual({ signal: 'SIGKILL', left: 2 });

    const next = await start();
    await eventually(async () => (await left()) === 0);
    expect((await next.as(cookie).get(`/api/decks/${id}/blob`)).bytes.equals(bytes)).toBe(true);
  });
});

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
