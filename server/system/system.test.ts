import { describe, expect, it } from 'vitest';
import { INSTANCES } from '#server/db/testing/instances.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { type SystemFacts, systemSchema } from '#shared/system.ts';

const lectern = await aLectern({ USER_QUOTA_BYTES: '90MB', TRASH_DAYS: '12' }, { renderer: 'starting' });
const { sql } = lectern.database;
const admin = await lectern.aUser({ role: 'admin', name: 'Ada' });
const grace = await lectern.aUser({ name: 'Grace' });

type Asked = Pick<typeof lectern, 'as'>;

async function factsOf(server: Asked, user: Parameters<Asked['as']>[0]): Promise<SystemFacts> {
  const answer = await server.as(user).get('/api/admin/system');
  expect(answer.status).toBe(200);
  return systemSchema.parse(answer.body);
}

describe('the state of the server', () => {
  it('is for admins with a session', async () => {
    expectRefusal(await lectern.as(null).get('/api/admin/system'), 'UNAUTHENTICATED');
    expectRefusal(await lectern.as(grace).get('/api/admin/system'), 'FORBIDDEN');
  });

  it('sums up all versions by owner, the largest share first, and keeps the sums', async () => {
    await using other = await startLectern();
    const [ada, bob, ida] = [
      await other.aUser({ role: 'admin', name: 'Ada' }),
      await other.aUser({ name: 'Bob' }),
      await other.aUser({ name: 'Ida' }),
    ];
    const small = await other.aDeck({ owner: ada });
    await other.aDeck({ owner: bob });
    const large = await other.aDeck({ owner: bob });
    await other.as(bob).delete(`/api/decks/${large.id}`);
    // A second version counts as bytes, and not as a deck.
    await other.database.sql`
      insert into versions (id, deck_id, number, fingerprint, size_bytes, slide_count, has_thumbnail, blob_key)
      select 'second', deck_id, 2, fingerprint, 5000000000, slide_count, has_thumbnail, 'second' from versions where deck_id = ${small.id}`;

    const { storage } = await factsOf(other, ada);
    const [first] = await other.database.sql<
      { bytes: number }[]
    >`select size_bytes::int as bytes from versions where deck_id = ${small.id} and number = 1`;
    const [bobs] = await other.database.sql<{ bytes: number }[]>`
      select sum(size_bytes)::int as bytes from versions join decks on decks.id = deck_id where owner_id = ${bob.id}`;
    const [adaBytes, bobBytes] = [5_000_000_000 + (first?.bytes ?? 0), bobs?.bytes ?? 0];
    expect(storage).toMatchObject({
      kind: 'disk',
      freeBytes: expect.any(Number),
      decks: 3,
      bytes: adaBytes + bobBytes,
      people: [
        { id: ada.id, name: 'Ada', decks: 1, bytes: adaBytes },
        { id: bob.id, name: 'Bob', decks: 2, bytes: bobBytes },
      ],
    });
    expect(JSON.stringify(storage)).not.toContain(ida.id);

    await other.aDeck({ owner: ida });
    // Each instance keeps its own sums, and all of them take turns.
    const later: unknown[] = [];
    for (let turn = 0; turn < INSTANCES; turn += 1) later.push((await factsOf(other, ada)).storage);
    expect(later).toContainEqual(expect.objectContaining({ measuredAt: storage.measuredAt, decks: 3 }));
  });

  it('names jobs that were given up, the latest first, with the reason', async () => {
    const first = await lectern.aDeck({ owner: grace, title: 'Figures' });
    const second = await lectern.aDeck({ owner: grace, title: 'Plans' });
    await lectern.aDeck({ owner: grace, title: 'Waits' });
    await sql`update render_jobs set state = 'failed', error = 'lost', ended_at = '2026-01-01' where version_id = ${first.currentVersionId}`;
    await sql`update render_jobs set state = 'failed', error = ${'x'.repeat(2000)}, ended_at = '2026-01-02' where version_id = ${second.currentVersionId}`;
    const { jobs } = await factsOf(lectern, admin);
    expect(jobs).toMatchObject({ queued: 1, running: 0, failed: 2 });
    expect(jobs.failures).toMatchObject([
      {
        kind: 'pictures',
        deck: { id: second.id, title: 'Plans' },
        version: 1,
        error: 'x'.repeat(500),
        endedAt: '2026-01-02T00:00:00.000Z',
      },
      {
        kind: 'pictures',
        deck: { id: first.id, title: 'Figures' },
        version: 1,
        error: 'lost',
        endedAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('has the health of each part, the database, the limits of the settings and the backups', async () => {
    expect(await factsOf(lectern, admin)).toMatchObject({
      health: { status: 'ok', checks: { db: 'ok', storage: 'ok' }, renderer: 'starting' },
      node: process.versions.node,
      database: { version: expect.stringMatching(/^\d+(\.\d+)?$/), isEmbedded: false },
      renderer: { state: 'starting', browser: null },
      backups: { schedule: null, last: null, lastComplete: null },
      limits: { userQuotaBytes: 90_000_000, trashDays: 12, auditDays: 365 },
    });
    await using unlimited = await startLectern();
    const facts = await factsOf(unlimited, await unlimited.aUser({ role: 'admin' }));
    expect(facts.limits.userQuotaBytes).toBeNull();
  });
});
