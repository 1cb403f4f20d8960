import fs from 'node:fs';
import { statfs } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { anOrderedPackage, UNRULY_READER } from '#server/packages/testing/orders.ts';
import { aSlowUpload } from '#server/packages/testing/slow-upload.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';

const sound = await aPackage();
const form = anUpload(sound);
const upload = (lectern: TestLectern, user: TestUser, bytes: Uint8Array = sound) =>
  lectern.as(user).send('POST', '/api/decks', anUpload(bytes));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

const countsByItself = needsOneInstance('each instance counts the uploads that it receives');

describe('a quota', () => {
  it('is not exceeded by simultaneous uploads', async () => {
    await using lectern = await startLectern({ USER_QUOTA_BYTES: String(sound.length * 2) });
    const user = await lectern.aUser();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(lectern, user)));
    expect(statuses(answers)).toEqual([201, 201, 507, 507, 507, 507]);
    expect(await settled(lectern)).toMatchObject({ decks: 2, blobs: [expect.any(String), expect.any(String)], temporary: [] });
  });

  it('is not exceeded by uploads to several instances', async () => {
    const [first, second] = [await anOrderedPackage('hold'), await anOrderedPackage('hold')];
    const settings = { USER_QUOTA_BYTES: String(Math.floor(first.bytes.length * 1.5)) };
    await using lectern = await startLectern(settings, { reading: { program: UNRULY_READER } });
    await using other = await startLectern(
      { ...settings, DATABASE_URL: lectern.database.url },
      { reading: { program: UNRULY_READER } },
    );
    const user = await lectern.aUser();
    const both = [upload(lectern, user, first.bytes), upload(other, user, second.bytes)];
    // Both uploads have now passed the first check of the quota.
    await Promise.all([first.started(), second.started()]);
    await Promise.all([first.release(), second.release()]);
    expect(statuses(await Promise.all(both))).toEqual([201, 507]);
    const left = [(await settled(lectern)).blobs, (await other.leftovers()).blobs].flat();
    expect(left).toHaveLength(1);
  });

  it.skipIf(countsByItself)('includes running uploads, so another upload is refused before its package is read', async () => {
    const held = await anOrderedPackage('hold');
    const settings = { USER_QUOTA_BYTES: String(held.bytes.length + sound.length - 1) };
    await using lectern = await startLectern(settings, { reading: { program: UNRULY_READER } });
    const user = await lectern.aUser();
    const first = upload(lectern, user, held.bytes);
    await held.started();
    expectRefusal(await upload(lectern, user), 'STORAGE_FULL');
    await held.release();
    expect((await first).status).toBe(201);
  });

  it('is free again after an upload fails', async () => {
    await using lectern = await startLectern({ USER_QUOTA_BYTES: String(sound.length) });
    const user = await lectern.aUser();
    expectRefusal(await upload(lectern, user, Buffer.alloc(sound.length)), 'INVALID_PACKAGE');
    expect((await upload(lectern, user)).status).toBe(201);
  });
});

describe('the reserve of the disk', () => {
  it.skipIf(countsByItself)('includes the announced sizes of other uploads', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const share = (part: number) => Math.floor(bavail * bsize * part);
    await using lectern = await startLectern({ MIN_FREE_BYTES: String(share(0.5)), UPLOAD_MAX_BYTES: String(share(1)) });
    const user = await lectern.aUser();
    const first = await aSlowUpload(lectern, sound, { user, announced: share(0.3) });
    // The connection cannot be used again, because the server still waits for the rest of the body.
    const announced = { ...form.headers, 'content-length': share(0.3), connection: 'close' };
    const second = await lectern.as(user).send('POST', '/api/decks', { headers: announced, body: Readable.from([form.body]) });
    expectRefusal(second, 'STORAGE_FULL');
    first.leave();
    await eventually(async () => (await lectern.leftovers()).temporary.length === 0);
    const third = await aSlowUpload(lectern, sound, { user, announced: share(0.3) });
    third.leave();
    await settled(lectern);
  });

  it('applies to uploads without an announced size', async () => {
    await using lectern = await startLectern({ MIN_FREE_BYTES: '9000TB' });
    const chunked = { headers: { ...form.headers, 'transfer-encoding': 'chunked' }, body: Readable.from([form.body]) };
    expectRefusal(await lectern.as(await lectern.aUser()).send('POST', '/api/decks', chunked), 'STORAGE_FULL');
  });
});

describe('ten uploads of one user', () => {
  it.skipIf(countsByItself)('can run at the same time, whatever other users do', async () => {
    await using lectern = await startLectern();
    const [ada, bob] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner: bob, visibility: 'team' });
    const slow = [];
    for (let count = 0; count < 10; count += 1) slow.push(await aSlowUpload(lectern, sound, { user: ada }));
    const refused = await upload(lectern, ada);
    expectRefusal(refused, 'RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A copy takes as much work as an upload.
    expectRefusal(await lectern.as(ada).post(`/api/decks/${id}/duplicate`, {}), 'RATE_LIMITED');
    expect((await upload(lectern, bob)).status).toBe(201);
    for (const each of slow) each.finish();
    expect(new Set(statuses(await Promise.all(slow.map(({ answer }) => answer))))).toEqual(new Set([201]));
    expect((await upload(lectern, ada)).status).toBe(201);
  });

  it('are over when they are answered: ten more can follow at once, however slow the disk is', async () => {
    await using lectern = await startLectern();
    const user = await lectern.aUser();
    const { rm } = fs.promises;
    const replace = (remove: typeof rm) => {
      Object.assign(fs.promises, { rm: remove });
      syncBuiltinESMExports();
    };
    onTestFinished(() => replace(rm));
    replace(async (...input) => {
      await delay(200);
      return rm(...input);
    });
    const ten = () => Promise.all(Array.from({ length: 10 }, () => upload(lectern, user)));
    expect(new Set(statuses([...(await ten()), ...(await ten())]))).toEqual(new Set([201]));
    expect((await lectern.leftovers()).temporary).toEqual([]);
  });

  it('end if they stall for thirty seconds, and leave nothing', async () => {
    await using lectern = await startLectern();
    const user = await lectern.aUser();
    const limits: { readonly milliseconds: number; readonly stall: () => void }[] = [];
    using _limit = vi.spyOn(IncomingMessage.prototype, 'setTimeout').mockImplementation(function (
      this: IncomingMessage,
      milliseconds,
      stall,
    ) {
      if (stall) limits.push({ milliseconds, stall });
      return this;
    });
    const slow = [];
    for (let count = 0; count < 10; count += 1) slow.push(await aSlowUpload(lectern, sound, { user }));
    expect(limits.map(({ milliseconds }) => milliseconds)).toEqual(slow.map(() => 30_000));
    for (const { stall } of limits) stall();
    for (const { answer } of slow) await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/);
    for (const each of slow) each.leave();
    expect(await settled(lectern)).toEqual({ decks: 0, versions: 0, blobs: [], temporary: [] });
    expect((await upload(lectern, user)).status).toBe(201);
  });
});
