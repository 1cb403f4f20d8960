import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts';
import { aStroke } from '#server/live/testing/watching.ts';
import { anUpload } from '#server/testing/forms.ts';
import { cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { cannotStart, joinFirst, type LecternProcess, startProcess } from '#server/testing/lectern-process.ts';
import { LiveClient } from '#server/testing/live-client.ts';
import { aPackage } from '#server/testing/packages.ts';
import { type PgBouncer, startPgBouncer } from '#server/testing/pgbouncer.ts';
import { isInstalled } from '#server/testing/programs.ts';
import { deckDetailSchema } from '#shared/decks.ts';

const missing = cannotStart ?? ((await isInstalled('pgbouncer')) ? null : 'pgbouncer is not installed');
if (missing !== null) process.stderr.write(`Tests of PgBouncer are skipped: ${missing}\n`);

/** Fewer than one instance alone would open. */
const POOL_SIZE = 5;

interface Deployment {
  readonly database: TestDatabase;
  readonly pooler: PgBouncer;
  readonly instances: readonly [LecternProcess, LecternProcess];
  readonly backups: string;
}

/** Two processes of the program that start at the same time on an empty database behind PgBouncer. */
async function aDeployment(opened: AsyncDisposableStack): Promise<Deployment> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-pooled-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  for (const schema of ['drizzle', 'public']) await database.sql`drop schema ${database.sql(schema)} cascade`;
  await database.sql`create schema public`;
  const pooler = opened.use(await startPgBouncer({ url: database.url, poolSize: POOL_SIZE }));
  const backups = path.join(folder, 'backups');
  const start = async (): Promise<LecternProcess> => {
    const server = await startProcess(path.join(folder, 'data'), {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      AUTH_SECRET: 'a secret of the tests, which is long enough',
      BACKUP_DIR: backups,
    });
    opened.defer(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    return server;
  };
  return { database, pooler, backups, instances: await Promise.all([start(), start()]) };
}

describe.skipIf(missing !== null)('two instances with PgBouncer in transaction mode', () => {
  const opened = new AsyncDisposableStack();
  let deployment: Deployment;
  let cookie: string;
  beforeAll(async () => {
    deployment = await aDeployment(opened);
    // Each start replaces the link for the first admin.
    const joined = deployment.instances.map((instance) => joinFirst(instance).catch(() => null));
    cookie = (await Promise.all(joined)).find((each) => each !== null) ?? '';
  });
  afterAll(() => opened.disposeAsync());

  const as = (index: 0 | 1, who: string | null = cookie) => deployment.instances[index].as(who);
  const aDeck = async (index: 0 | 1, title = 'A deck') => {
    const answer = await as(index).send('POST', '/api/decks', anUpload(await aPackage({ title, slides: 3 })));
    return deckDetailSchema.parse(answer.body);
  };
  /** Opens an event stream. One that is refused with 503 is opened again, as browsers do. */
  const watch = async (index: 0 | 1, deckId: string, who = cookie): Promise<LiveClient> =>
    eventually(async () => {
      const wish = { streamId: randomUUID(), decks: [{ id: deckId, since: 0 }] };
      const client = new LiveClient(deployment.instances[index].address, { cookie: who }, wish);
      opened.defer(() => client.close());
      await Promise.race([client.caughtUp(), client.closed]);
      return client.isOver ? null : client;
    });
  const signIn = async (index: 0 | 1): Promise<string> => {
    const answer = await as(index, null).post('/api/auth/sign-in/email', { email: 'first@example.com', password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    return cookieOf(answer.headers['set-cookie']);
  };

  it('connections of the pool have limits of time, and their sessions the format of timestamps', async () => {
    const pooled = connectDatabase({ url: deployment.pooler.url, pooled: true });
    const [row] = await pooled.sql`select current_setting('statement_timeout') as statements, current_setting('TimeZone') as zone,
      current_setting('idle_in_transaction_session_timeout') as transactions, current_setting('DateStyle') as dates`;
    await pooled.close();
    expect(row).toMatchObject({ statements: '15s', transactions: '1min', zone: 'UTC', dates: expect.stringMatching(/^ISO/) });
    for (const instance of deployment.instances) expect(instance.output()).not.toContain('statement_timeout');
  });

  it('a note that is written with one instance arrives on the event stream of the other', async () => {
    const deck = await aDeck(0);
    const stream = await watch(1, deck.id);
    expect((await as(0).put(`/api/decks/${deck.id}/notes/0`, { body: 'Through the pooler' })).status).toBe(200);
    await eventually(() => stream.of('note').some(({ note }) => note?.body === 'Through the pooler'));
  });

  it('loses no stroke when both draw at the same time, with more transactions than connections', async () => {
    const deck = await aDeck(1);
    const streams = [await watch(0, deck.id), await watch(1, deck.id)];
    const strokes = Array.from({ length: 60 }, () => aStroke());
    /** Draws a stroke. It is sent again if it has waited too long for a connection, as browsers do. */
    const draw = (stroke: object, at: number) =>
      eventually(async () => {
        const where = `/api/decks/${deck.id}/annotations/${at % 3}/strokes`;
        const answer = await as(at % 2 === 0 ? 0 : 1).post(where, { add: [stroke] });
        return answer.status === 503 ? null : answer;
      });
    const answers = await Promise.all(strokes.map(draw));
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const drawn = new Set(strokes.map(({ id }) => id));
    for (const stream of streams) {
      const seen = () => new Set(stream.of('ink').flatMap((event) => event.drawn.map(({ id }) => id)));
      await eventually(() => seen().isSupersetOf(drawn));
    }
  });

  it('background work runs once', async () => {
    const { sql } = deployment.database;
    await sql`create table texts_read (version_id text)`;
    await sql`create function note_text() returns trigger language plpgsql as 'begin insert into texts_read values (new.version_id); return null; end'`;
    await sql`create trigger note_text after insert or update on package_texts for each row execute function note_text()`;
    const decks = await Promise.all(Array.from({ length: 8 }, (_, at) => aDeck(at % 2 === 0 ? 0 : 1, `Searched ${at}`)));
    await eventually(async () => (await sql`select from search_due`).length === 0);
    const read = await sql<{ id: string }[]>`select version_id as id from texts_read`;
    expect(read.map(({ id }) => id).toSorted()).toEqual(decks.map(({ currentVersion }) => currentVersion.id).toSorted());

    const snapshots = () => readdir(path.join(deployment.backups, 'snapshots'));
    await eventually(async () => (await snapshots()).length > 0);
    const made = () => deployment.instances.flatMap((instance) => instance.output().match(/made the scheduled backup/g) ?? []);
    await eventually(() => made().length > 0);
    expect(made()).toHaveLength(1);
    expect(await snapshots()).toHaveLength(1);
  });

  it('a session that ends on one instance has ended on the other', async () => {
    const session = await signIn(0);
    const deck = await aDeck(0);
    const stream = await watch(1, deck.id, session);
    expect((await as(1, session).get('/api/me')).status).toBe(200);
    const origin = deployment.instances[0].address;
    expect((await as(0, session).post('/api/auth/sign-out', undefined, { origin })).status).toBe(200);
    await stream.closed;
    expect(stream.refusal).toBe('UNAUTHENTICATED');
    expect((await as(1, session).get('/api/me')).status).toBe(401);
  });

  it('answers 503 while all connections are in use, and goes on afterwards', async () => {
    const deck = await aDeck(0);
    const put = (index: 0 | 1) => as(index).put(`/api/decks/${deck.id}/notes/0`, { body: 'Late' });
    await deployment.database.sql.begin(async (tx) => {
      await tx`select from decks where id = ${deck.id} for update`;
      const answers = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, (_, at) => put(at % 2 === 0 ? 0 : 1)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    });
    expect((await put(0)).status).toBe(200);
    expect(deployment.pooler.output()).toContain('query_wait_timeout');
  });

  it('answers 503 while PgBouncer is away, keeps its event streams, and goes on when it is back', async () => {
    const deck = await aDeck(0);
    const stream = await watch(1, deck.id);
    await deployment.pooler.kill();
    for (const index of [0, 1] as const) {
      const answer = await as(index).get('/api/decks');
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
      expect((await as(index, null).get('/api/health')).status).toBe(503);
    }
    await deployment.pooler.start();
    await eventually(async () => (await as(0, null).get('/api/health')).status === 200);
    await eventually(async () => (await as(0).put(`/api/decks/${deck.id}/notes/1`, { body: 'Back' })).status === 200);
    await eventually(() => stream.of('note').some(({ note }) => note?.body === 'Back'));
    expect(stream.isOver).toBe(false);
  });

  it('neither Lectern nor PgBouncer has logged a prepared statement that does not exist', () => {
    const outputs = [...deployment.instances, deployment.pooler].map(({ output }) => output());
    for (const output of outputs) expect(output).not.toMatch(/prepared statement|unsupported startup parameter/);
  });
});
