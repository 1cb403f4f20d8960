import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
/** More than anything is kept: the trash for 30 days, events of the audit list and visits for 365. */
const FAR = 400 * DAY_MILLISECONDS;

const lectern = await aLectern();
afterEach(() => void vi.useRealTimers());

/** Sets the clock of all servers in this process. That of the database does not change. */
function setClock(offset: number): void {
  vi.useRealTimers();
  const now = Date.now() + offset;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

/** Starts another server, which cleans up at once, and waits until it has. */
async function cleanUp(): Promise<void> {
  await using _first = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
  // Sessions that have expired are removed after everything that is tested here.
  const owner = await lectern.aUser();
  const { sql } = lectern.database;
  const sessionId = `marker-${owner.id}`;
  await sql`insert into sessions (id, token, user_id, expires_at) values (${sessionId}, ${sessionId}, ${owner.id}, now() - interval '1 day')`;
  await using _next = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
  await eventually(async () => (await sql`select from sessions where id = ${sessionId}`).count === 0);
}

describe('the clock of a server', () => {
  it('that is far behind does not shorten the time in the trash', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    setClock(-FAR);
    expect((await lectern.as(owner).delete(`/api/decks/${id}`)).status).toBe(204);
    vi.useRealTimers();
    await cleanUp();
    expect((await lectern.as(owner).send('POST', `/api/trash/${id}/restore`)).status).toBeLessThan(300);
    expect((await lectern.as(owner).get(`/api/decks/${id}/blob`)).status).toBe(200);
  });

  it('that is far ahead removes no deck from the trash, no blob of an upload, no event and no session of others', async () => {
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner });
    const trashed = await lectern.aDeck({ owner });
    await lectern.as(owner).delete(`/api/decks/${trashed.id}`);
    const events = async () => (await lectern.database.sql`select from audit_events`).count;
    const before = await events();
    expect(before).toBeGreaterThan(0);
    const blobs = async () => (await lectern.leftovers()).blobs.length;
    // The blob of an upload whose row is not written yet.
    const coming = new DiskLayout(path.join(lectern.dataDir, 'blobs')).pathOf(newBlobKey());
    await writeFile(coming, 'an upload');
    const stored = await blobs();
    setClock(FAR);
    await cleanUp();
    vi.useRealTimers();
    expect(await blobs()).toBe(stored);
    await rm(coming);
    expect(await events()).toBeGreaterThanOrEqual(before);
    expect((await lectern.as(owner).send('POST', `/api/trash/${trashed.id}/restore`)).status).toBeLessThan(300);
    expect((await lectern.as(owner).get(`/api/decks/${deck.id}/blob`)).status).toBe(200);
  });
});
