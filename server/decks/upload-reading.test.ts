import { describe, expect, it } from 'vitest';
import { anOrderedPackage, type Order, UNRULY_READER } from '#server/packages/testing/orders.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';

/** A time in milliseconds that no successful step of these tests reaches. */
const NEVER = 600_000;
const sound = await aPackage();

/** A server whose reader does what packages order. `largeMilliseconds` is the time limit for large packages. */
const startUnruly = (largeMilliseconds = NEVER) =>
  startLectern(
    {},
    { reading: { program: UNRULY_READER, timeLimit: (bytes) => (bytes > 64 * 1024 ? largeMilliseconds : NEVER) } },
  );

const upload = (lectern: TestLectern, user: TestUser, bytes: Uint8Array): Promise<Answer> =>
  lectern.as(user).send('POST', '/api/decks', anUpload(bytes));

describe('a package whose reader', () => {
  it.each([
    ['never finishes', 'spin', 'takes too long'],
    ['takes more and more memory', 'allocate', 'too much memory'],
  ] as const)('%s is refused, and the next upload runs', async (_, order, sentence) => {
    await using lectern = await startUnruly(order === 'spin' ? 200 : NEVER);
    const user = await lectern.aUser();
    const answer = await upload(lectern, user, (await anOrderedPackage(order)).bytes);
    expect(expectRefusal(answer, 'INVALID_PACKAGE')).toEqual({ reason: 'E_TOO_LARGE' });
    expect(answer.text).toContain(sentence);
    expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
    expect((await upload(lectern, user, sound)).status).toBe(201);
  });

  it('does not start in time is not the cause: the client is asked to try again', async () => {
    await using lectern = await startLectern({}, { reading: { startMilliseconds: 1 } });
    const answer = await upload(lectern, await lectern.aUser(), sound);
    expectRefusal(answer, 'UNAVAILABLE');
    expect(answer.headers['retry-after']).toBe('5');
    expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
  });

  it('fails by a fault of the server is not reported as not valid', async () => {
    await using lectern = await startUnruly();
    const user = await lectern.aUser();
    expectRefusal(await upload(lectern, user, (await anOrderedPackage('exit')).bytes), 'INTERNAL');
    expect((await upload(lectern, user, sound)).status).toBe(201);
  });
});

describe('while packages are read', () => {
  const held = (count: number) => Promise.all(Array.from({ length: count }, () => anOrderedPackage('hold' satisfies Order)));

  it('other requests are answered and small packages are accepted', async () => {
    await using lectern = await startUnruly();
    const [ada, bob] = [await lectern.aUser(), await lectern.aUser()];
    const slow = await held(3);
    let answered = 0;
    const uploads = slow.map(async ({ bytes }) => {
      const answer = await upload(lectern, ada, bytes);
      answered += 1;
      return answer.status;
    });
    await eventually(() => Promise.resolve(slow.some((each) => each.hasStarted())));

    expect((await lectern.as(null).get('/api/health')).status).toBe(200);
    expect((await lectern.as(ada).get('/api/decks')).status).toBe(200);
    expect((await upload(lectern, bob, sound)).status).toBe(201);
    expect((await upload(lectern, ada, sound)).status).toBe(201);
    expect(answered).toBe(0);

    for (const each of slow) await each.release();
    expect(await Promise.all(uploads)).toEqual([201, 201, 201]);
  });

  it('one large package per user is read at a time, and other users do not wait for it', async () => {
    await using lectern = await startUnruly();
    const [ada, bob] = [await lectern.aUser(), await lectern.aUser()];
    const [first, second, third] = await held(3);
    if (!first || !second || !third) throw new Error('three packages are needed');
    const begun = upload(lectern, ada, first.bytes);
    await first.started();
    const waiting = upload(lectern, ada, second.bytes);
    const other = upload(lectern, bob, third.bytes);
    await third.started();
    await eventually(async () => (await lectern.leftovers()).temporary.length === 3);
    expect(second.hasStarted()).toBe(false);
    for (const each of [first, second, third]) await each.release();
    expect((await Promise.all([begun, waiting, other])).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(second.hasStarted()).toBe(true);
  });
});
