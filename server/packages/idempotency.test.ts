import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import { versionListSchema } from '#shared/versions.ts';
import { IdempotencyRepo } from './idempotency.repo.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const { db, sql } = lectern.database;
const [one, other] = [await aPackage({ title: 'One' }), await aPackage({ title: 'Other' })];

function upload(
  key: string,
  bytes: Uint8Array,
  {
    path = '/api/decks',
    whose = owner,
    ...fields
  }: Partial<Record<'path' | 'title' | 'visibility', string>> & { whose?: TestUser } = {},
): Promise<Answer> {
  const form = anUpload(bytes, fields);
  return lectern.as(whose).send('POST', path, { ...form, headers: { ...form.headers, 'idempotency-key': key } });
}

const detailOf = (answer: Answer): DeckDetail => {
  expect(answer.status).toBe(201);
  return deckDetailSchema.parse(answer.body);
};
const idOf = (answer: Answer) => detailOf(answer).id;
const decks = async () => (await settled(lectern)).decks;

describe('the same key with the same request', () => {
  it('returns the first response, byte for byte, and creates no second deck', async () => {
    const [first, before] = [await upload('again', one), await decks()];
    const second = await upload('again', one);
    expect([second.status, second.headers.location, second.text]).toEqual([201, first.headers.location, first.text]);
    expect(await decks()).toBe(before);
  });

  it('returns the first response even if the deck has changed since', async () => {
    const first = await upload('then', one, { title: 'As it was' });
    const id = idOf(first);
    await lectern.as(owner).patch(`/api/decks/${id}`, { title: 'Renamed', visibility: 'team' });
    idOf(await upload('newer', other, { path: `/api/decks/${id}/versions` }));
    expect((await upload('then', one, { title: 'As it was' })).text).toBe(first.text);
  });

  it('creates the deck again if it was deleted in the meantime', async () => {
    const first = idOf(await upload('deleted', one));
    await lectern.as(owner).delete(`/api/decks/${first}`);
    const second = idOf(await upload('deleted', one));
    expect(second).not.toBe(first);
    expect(idOf(await upload('deleted', one))).toBe(second);
  });

  it('at the same time creates one deck', async () => {
    const before = await settled(lectern);
    const ids = (await Promise.all(Array.from({ length: 6 }, () => upload('at once', one)))).map(idOf);
    expect(new Set(ids).size).toBe(1);
    const after = await settled(lectern);
    expect([after.decks - before.decks, after.blobs.length - before.blobs.length, after.temporary]).toEqual([1, 1, []]);
  });

  it('creates one version as well', async () => {
    const id = idOf(await upload('a deck', one));
    const path = `/api/decks/${id}/versions`;
    const [first, second] = [await upload('a version', other, { path }), await upload('a version', other, { path })];
    expect(second.text).toBe(first.text);
    expect(detailOf(first).currentVersion.number).toBe(2);
    const { items } = versionListSchema.parse((await lectern.as(owner).get(path)).body);
    expect(items.map(({ number }) => number)).toEqual([2, 1]);
    expectRefusal(await upload('a version', one, { path }), 'IDEMPOTENCY_MISMATCH');
  });

  it('from another user or on another route is a separate use', async () => {
    const mine = idOf(await upload('shared', one));
    const theirs = idOf(await upload('shared', one, { whose: await lectern.aUser() }));
    expect(theirs).not.toBe(mine);
    const path = `/api/decks/${mine}/versions`;
    expect(idOf(await upload('shared', other, { path }))).toBe(mine);
  });

  it('is forgotten after a day', async () => {
    const first = idOf(await upload('old', one));
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`;
    await new IdempotencyRepo(db).removeExpired();
    expect(idOf(await upload('old', one))).not.toBe(first);
  });

  it('returns the first response on another instance and after a restart', async () => {
    const first = await upload('elsewhere', one);
    await using instance = await startLectern({ DATABASE_URL: lectern.database.url });
    const form = anUpload(one);
    const second = await instance
      .as(owner)
      .send('POST', '/api/decks', { ...form, headers: { ...form.headers, 'idempotency-key': 'elsewhere' } });
    expect(second.text).toBe(first.text);
  });
});

it.each([
  ['other bytes', () => upload('mixed up', other, { title: 'One' })],
  ['another title', () => upload('mixed up', one, { title: 'Two' })],
  ['no title', () => upload('mixed up', one)],
  ['another visibility', () => upload('mixed up', one, { title: 'One', visibility: 'team' })],
])('the same key with %s is refused and leaves nothing', async (_, again) => {
  await upload('mixed up', one, { title: 'One' });
  const before = await settled(lectern);
  expectRefusal(await again(), 'IDEMPOTENCY_MISMATCH');
  expect(await settled(lectern)).toEqual(before);
});

it('a key can be used again after its first use failed', async () => {
  expectRefusal(await upload('unlucky', Buffer.from('no package')), 'INVALID_PACKAGE');
  idOf(await upload('unlucky', one));
});

it('the stored part of a response is small and is removed when the deck is deleted for good', async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ file: `slides/${at}.html`, label: `Slide ${at} `.repeat(20) }));
  const files = Object.fromEntries(many.map(({ file }) => [file, '<!doctype html><p>x']));
  const answer = await upload('large answer', await aPackage({ slides: many, files }));
  expect(answer.bytes.length).toBeGreaterThan(50_000);
  const kept = () =>
    sql<{ bytes: number }[]>`select octet_length(answer::text) as bytes from idempotency_keys where key = 'large answer'`;
  expect((await kept())[0]?.bytes).toBeLessThan(2000);
  await lectern.as(owner).delete(`/api/decks/${idOf(answer)}`);
  await lectern.as(owner).delete(`/api/trash/${idOf(answer)}`);
  expect(await kept()).toEqual([]);
});

describe('a use that is still running', () => {
  const repo = new IdempotencyRepo(db);
  const sha256 = createHash('sha256').update(one).digest('hex');
  const digest = createHash('sha256')
    .update(JSON.stringify([sha256, null, null]))
    .digest('hex');
  /** Begins a use as another instance would. */
  const begin = async (key: string) => {
    const attempt = { userId: owner.id, route: 'POST /decks', key, holder: `another instance with ${key}` };
    expect(await repo.claim(attempt, digest)).toBe(true);
    return attempt;
  };
  const lapse = (key: string) => sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = ${key}`;

  it('makes the next one wait', async () => {
    const attempt = await begin('running');
    const waiting = upload('running', one);
    await eventually(async () => (await lectern.leftovers()).temporary.length === 1);
    const detail = await lectern.aDeck({ owner });
    await db.transaction((tx) => repo.remember(attempt)(tx, detail));
    expect(detailOf(await waiting)).toEqual(detail);
  });

  it('is taken over after its server has not renewed the lease', async () => {
    const attempt = await begin('abandoned');
    await lapse('abandoned');
    await repo.renew(attempt);
    const waiting = upload('abandoned', one);
    await eventually(async () => (await lectern.leftovers()).temporary.length === 1);
    await lapse('abandoned');
    idOf(await waiting);
  });

  it('keeps its key for 15 seconds if its server is killed', async () => {
    const attempt = await begin('killed');
    // The column holds milliseconds, so the stored time may be half a millisecond later.
    const left = async () => {
      const [row] = await sql<
        { seconds: number }[]
      >`select round(extract(epoch from lease_until - now()), 3)::float8 as seconds from idempotency_keys where key = 'killed'`;
      return row?.seconds;
    };
    expect(await left()).toBeLessThanOrEqual(15);
    await sql`update idempotency_keys set lease_until = now() + interval '1 hour' where key = 'killed'`;
    await repo.renew(attempt);
    expect(await left()).toBeLessThanOrEqual(15);
  });

  it('creates nothing after it was taken over', async () => {
    const late = await begin('overtaken');
    await lapse('overtaken');
    const first = await upload('overtaken', one);
    const made = db.transaction((tx) => repo.remember(late)(tx, detailOf(first)));
    await expect(made).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await repo.release(late);
    expect((await upload('overtaken', one)).text).toBe(first.text);
  });
});

it.each([' ', 'x'.repeat(256)])('a key must not be empty or too long', async (key) => {
  expect(expectRefusal(await upload(key, one), 'VALIDATION_FAILED')).toMatchObject({ issues: [{ path: 'Idempotency-Key' }] });
});
