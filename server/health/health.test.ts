import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { aStoppableDatabase } from '#server/db/testing/stoppable-database.ts';
import { probeDirectory } from '#server/storage/disk-probe.ts';
import { anUpload } from '#server/testing/forms.ts';
import { cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { HealthService } from './health.service.ts';

const lectern = await aLectern();
const statusOf = async ({ as }: Pick<typeof lectern, 'as'>) => (await as(null).get('/api/health')).status;

describe('health', () => {
  it('is ok, needs no credentials, and is not cached', async () => {
    const answer = await lectern.as(null).get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptimeSeconds: expect.any(Number),
      checks: { db: 'ok', storage: 'ok' },
      renderer: 'off',
    });
  });

  it('runs its checks once for a hundred simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => lectern.as(null).get('/api/health')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('does not take a process that stood still for a failing database', async () => {
    const database = connectDatabase({ url: lectern.database.url, poolSize: 1 });
    onTestFinished(() => database.close());
    await database.sql`select 1`;
    const storage = () => probeDirectory(lectern.dataDir);
    const renderer = () => ({ state: 'off', browser: null }) as const;
    const health = new HealthService({ version: '1.0.0', checks: { db: database.ping, storage }, renderer });
    const report = health.report();
    // Longer than a check may take, and nothing runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    expect((await report).checks).toEqual({ db: 'ok', storage: 'ok' });
  });

  it('reports a failing storage', async () => {
    await using other = await startLectern();
    const [blobs, away] = [path.join(other.dataDir, 'blobs'), path.join(other.dataDir, 'away')];
    await rename(blobs, away);
    await eventually(async () => (await statusOf(other)) === 503);
    expect((await other.as(null).get('/api/health')).body).toMatchObject({
      status: 'degraded',
      checks: { db: 'ok', storage: 'error' },
    });
    await rename(away, blobs);
    await eventually(async () => (await statusOf(other)) === 200);
  });
});

/** The first admin, who signs up with the first-run invite. */
async function aMember(other: TestLectern): Promise<{ cookie: string }> {
  const inviteToken = other.firstRunUrl?.split('#')[1];
  const answer = await other
    .as(null)
    .post('/api/auth/sign-up/email', { email: 'first@example.com', password: PASSWORD, inviteToken });
  return { cookie: cookieOf(answer.headers['set-cookie']) };
}

describe('a database that is stopped', () => {
  it('makes health degraded and all requests UNAVAILABLE, but not liveness; five seconds after its return everything works', async () => {
    await using postgres = await aStoppableDatabase();
    await using other = await startLectern({ DATABASE_URL: postgres.url });
    const theirs = other.as(await aMember(other));
    expect((await theirs.get('/api/decks')).status).toBe(200);

    await postgres.stop();
    await eventually(async () => (await statusOf(other)) === 503);
    expect((await theirs.get('/api/health')).body).toMatchObject({ status: 'degraded', checks: { db: 'error', storage: 'ok' } });
    const live = await other.as(null).get('/api/health/live');
    expect([live.status, live.body, live.headers['cache-control']]).toEqual([200, { status: 'ok' }, 'no-store']);
    const answers = await Promise.all([
      theirs.get('/api/decks'),
      theirs.get('/api/decks/x/blob'),
      theirs.post('/api/admin/invites', {}),
      theirs.send('POST', '/api/decks', anUpload(await aPackage())),
      theirs.get('/api/auth/get-session'),
      theirs.post('/api/auth/sign-out'),
      theirs.post('/api/auth/sign-in/email', { email: 'a@b.example', password: 'x' }),
      theirs.post('/api/auth/sign-up/email', { inviteToken: 'x' }),
      theirs.get(`/play/${'a'.repeat(43)}/x`),
    ]);
    for (const answer of answers) {
      expectRefusal(answer, 'UNAVAILABLE');
      expect(answer.headers['retry-after']).toBe('5');
    }

    await postgres.start();
    await eventually(async () => (await statusOf(other)) === 200);
    expect((await theirs.get('/api/decks')).status).toBe(200);
  });
});
