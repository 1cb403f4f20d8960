import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts';
import { aDirectory } from '#server/storage/testing/files.ts';
import { cannotStart, joinFirst, type LecternProcess, startProcess } from '#server/testing/lectern-process.ts';
import { preloading, requestsWithoutClient } from './deployment.ts';

if (cannotStart !== null) process.stderr.write(`Tests of requests whose clients have left are skipped: ${cannotStart}\n`);

let database: TestDatabase;
let server: LecternProcess | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await database.drop();
});

describe.skipIf(cannotStart !== null)('a request whose client has left', () => {
  it('counts until its handler has ended', async () => {
    const settings = {
      DATABASE_URL: database.url,
      AUTH_SECRET: 'a secret that is long enough for these tests',
      NODE_OPTIONS: preloading('left-requests.ts'),
    };
    server = await startProcess(await aDirectory(), settings);
    const { address } = server;
    const cookie = await joinFirst(server);
    const running = server;
    const { sql } = database;
    await sql.begin(async (tx) => {
      await tx`lock table decks in access exclusive mode`;
      const outgoing = request(`${address}/api/decks`, { headers: { cookie } });
      const broken = once(outgoing.end(), 'error');
      const isWaiting = async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).count > 0;
      await eventually(isWaiting);
      expect(requestsWithoutClient(running)).toBe(0);
      outgoing.destroy(new Error('the client leaves'));
      await broken;
      await eventually(() => requestsWithoutClient(running) === 1);
    });
    await eventually(() => requestsWithoutClient(running) === 0);
    expect((await running.as(cookie).get('/api/decks')).status).toBe(200);
    expect(requestsWithoutClient(running)).toBe(0);
  });
});

it.each([
  ['nothing', '', 0],
  ['other lines', 'Lectern is ready\n'.repeat(3), 0],
  [
    'lines of before',
    'requests without a client: 12 GET /api/decks, PUT /api/decks/1/notes/0\nrequests without a client: 1 GET /\n',
    1,
  ],
  ['such a line in the middle', '{"msg":"started"}\nrequests without a client: 12 GET /\n{"msg":"stopping"}\n', 12],
])('the last line counts if a server has printed %s', (_, printed, expected) => {
  expect(requestsWithoutClient({ output: () => printed })).toBe(expected);
});
