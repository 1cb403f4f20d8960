import { describe, expect, it } from 'vitest';
import { idempotencyKeys } from '#drizzle/schema/index.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { versionListSchema } from '#shared/versions.ts';
import { IdempotencyRepo } from './idempotency.repo.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const { db, sql } = lectern.database;
const [one, other] = [await aPackage({ title: 'One' }), await aPackage({ title: 'Other' })];

function upload(
  key: string,
  bytes: Uint8Array,
  { path = '/api/decks', whose = owner, title }: { path?: string; whose?: TestUser; title?: string } = {},
): Promise<Answer> {
  const form = anUpload(bytes, title === undefined ? {} : { title });
  return lectern.as(whose).send('POST', path, { ...form, headers: { ...form.headers, 'idempotency-key': key } });
}

const idOf = (answer: Answer) => {
  expect(answer.status).toBe(201);
  return deckDetailSchema.parse(answer.body).id;
};
const decks = async () => (await settled(lectern)).decks;

describe('the same key with the same bytes', () => {
  it('gives the first answer, and no second deck', async () => {
    const [first, before] = [await upload('again', one), await decks()];
    const second = await upload('again', one, { title: 'Too late to be called otherwise' });
    expect([second.status, second.headers.location, second.body]).toEqual([201, first.headers.location, first.body]);
    expect(await decks()).toBe(before);
  });

  it('at the same time makes one deck', async () => {
    const before = await settled(lectern);
    const ids = (await Promise.all(Array.from({ length: 6 }, () => upload('at once', one)))).map(idOf);
    expect(new Set(ids).size).toBe(1);
    const after = await settled(lectern);
    expect([after.decks - before.decks, after.blobs.length - before.blobs.length, after.temporary]).toEqual([1, 1, []]);
  });

  it('makes one version, as well', async () => {
    const id = idOf(await upload('a deck', one));
    const path = `/api/decks/${id}/versions`;
    expect([idOf(await upload('a version', other, { path })), idOf(await upload('a version', other, { path }))]).toEqual([
      id,
      id,
    ]);
    const { items } = versionListSchema.parse((await lectern.as(owner).get(path)).body);
    expect(items.map(({ number }) => number)).toEqual([2, 1]);
    expectRefusal(await upload('a version', one, { path }), 'IDEMPOTENCY_MISMATCH');
  });

  it('from somebody else, or elsewhere, is another matter', async () => {
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
});

it('the same key with other bytes is refused, and leaves nothing', async () => {
  await upload('mixed up', one);
  const before = await settled(lectern);
  expectRefusal(await upload('mixed up', other), 'IDEMPOTENCY_MISMATCH');
  expect(await settled(lectern)).toEqual(before);
});

it('a key whose first use failed is free again', async () => {
  expectRefusal(await upload('unlucky', Buffer.from('no package')), 'INVALID_PACKAGE');
  idOf(await upload('unlucky', one));
});

describe('a use that is not over', () => {
  const digestOf = async () =>
    (await sql<{ digest: string }[]>`select digest from idempotency_keys where key = 'again'`)[0]?.digest ?? '';
  const running = async (key: string, createdAt = new Date()) =>
    db.insert(idempotencyKeys).values({ userId: owner.id, route: 'POST /decks', key, digest: await digestOf(), createdAt });

  it('is waited for', async () => {
    await running('running');
    const waiting = upload('running', one);
    const { id } = await lectern.aDeck({ owner });
    await eventually(async () => (await lectern.leftovers()).temporary.length === 1);
    await sql`update idempotency_keys set result_id = ${id} where key = 'running'`;
    expect(idOf(await waiting)).toBe(id);
  });

  it('is taken over once its server must be gone', async () => {
    await running('abandoned', new Date(Date.now() - 16 * 60_000));
    idOf(await upload('abandoned', one));
  });
});

it.each([' ', 'x'.repeat(256)])('a key must be some text, not too long', async (key) => {
  expect(expectRefusal(await upload(key, one), 'VALIDATION_FAILED')).toMatchObject({ issues: [{ path: 'Idempotency-Key' }] });
});
