import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { deckDetailSchema } from '#shared/decks.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);
const bytes = await aPackage({ files: { 'media/noise.png': randomBytes(3_000_000) } });
const { id, fingerprint } = deckDetailSchema.parse(
  (await api.send('POST', '/api/decks', anUpload(bytes, { title: 'Noise' }))).body,
);
const path = `/api/decks/${id}/blob`;
const etag = `"${fingerprint}"`;
const get = (headers = {}) => api.get(path, headers);

describe('a download', () => {
  it('has exactly the uploaded bytes, with describing headers', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes.length),
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'content-disposition': 'attachment; filename=Noise.stage',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('has the same headers with HEAD', async () => {
    const [whole, head] = [await get(), await api.head(path)];
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-length', 'etag', 'repr-digest', 'content-disposition', 'content-type', 'accept-ranges']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  it('ignores ranges with HEAD (RFC 9110, 14.2)', async () => {
    expect(await api.head(path, { range: 'bytes=0-9' })).toMatchObject({
      status: 200,
      headers: { 'content-length': String(bytes.length) },
    });
  });
});

describe('a part of a download', () => {
  const size = bytes.length;
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    [`bytes=${size - 5}-`, size - 5, 5],
    ['bytes=-7', size - 7, 7],
    [`bytes=-${size * 2}`, 0, size],
    ['bytes=1000-1999', 1000, 1000],
    [`bytes=10-${size * 2}`, 10, size - 10],
  ])('%s', async (range, offset, length) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${offset}-${offset + length - 1}/${size}`,
      'content-length': String(length),
      etag,
    });
    expect(answer.bytes.equals(bytes.subarray(offset, offset + length))).toBe(true);
  });

  it.each([`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0'])(
    '%s is refused as not satisfiable',
    async (range) => {
      const answer = await get({ range });
      expectRefusal(answer, 'RANGE_NOT_SATISFIABLE');
      expect(answer.headers['content-range']).toBe(`bytes */${size}`);
      expect(answer.headers['content-disposition']).toBeUndefined();
    },
  );

  it.each([
    'bytes=0-1,5-6',
    'items=0-5',
    'bytes',
    'bytes=',
    'bytes=5-2',
    'nonsense',
    'bytes=a-b',
    'bytes=0x1-5',
    'bytes=1-2x',
    'bytes=+1-2',
  ])('%s returns the whole package', async (range) => {
    expect(await get({ range })).toMatchObject({ status: 200, headers: { 'content-length': String(size) } });
  });

  it('is sent with If-Range only if the tag is current, and never for a weak tag or a date', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    for (const ifRange of ['"other"', `W/${etag}`, new Date().toUTCString()]) {
      expect((await get({ range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(200);
    }
  });
});

describe('a download that the client already has', () => {
  it.each([etag, `W/${etag}`, `"a", ${etag}`, `"a",W/${etag} , "b"`, '*'])(
    'is not sent again for If-None-Match: %s',
    async (tag) => {
      const answer = await get({ 'if-none-match': tag });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers.etag).toBe(etag);
      expect((await api.head(path, { 'if-none-match': tag })).status).toBe(304);
      expect((await get({ 'if-none-match': tag, range: 'bytes=0-1' })).status).toBe(304);
    },
  );

  it.each(['"other"', fingerprint, `"x${fingerprint}"`])('is sent for If-None-Match: %s', async (tag) => {
    expect((await get({ 'if-none-match': tag })).status).toBe(200);
  });
});

it("names the download after the deck's title", async () => {
  await api.patch(`/api/decks/${id}`, { title: 'Übersicht: was?' });
  expect((await api.head(path)).headers['content-disposition']).toBe(
    `attachment; filename="Ubersicht- was-.stage"; filename*=UTF-8''%C3%9Cbersicht-%20was-.stage`,
  );
});

describe.runIf(process.platform === 'linux')('a client that disconnects during the download', () => {
  /** Files of the data directory that this process holds open. */
  const openFiles = async () => {
    const targets = await Promise.all(
      (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    );
    return targets.filter((target) => target.startsWith(lectern.dataDir)).length;
  };
  const leave = () =>
    new Promise<void>((resolve, reject) => {
      const outgoing = request(`${lectern.address}${path}`, { headers: { cookie: owner.cookie }, agent: false }, (incoming) => {
        incoming.once('data', () => {
          outgoing.destroy();
          resolve();
        });
      });
      outgoing.once('error', reject).end();
    });

  it('leaves no file open for more than a second', async () => {
    await Promise.all(Array.from({ length: 30 }, leave));
    await Promise.all(Array.from({ length: 30 }, () => api.head(path)));
    await eventually(async () => (await openFiles()) === 0);
  });
});

describe('an incomplete blob', () => {
  it('closes the connection or is refused, and is never a complete 200 response', async () => {
    const deck = await lectern.aDeck({ owner, files: { 'a.png': randomBytes(200_000) } });
    const { sql } = lectern.database;
    await sql`update versions set size_bytes = size_bytes + 100 where deck_id = ${deck.id}`;
    const outcome = await api.get(`/api/decks/${deck.id}/blob`).then(
      ({ status }) => status,
      () => 'broken',
    );
    expect([500, 503, 'broken']).toContain(outcome);
  });

  it('is reported as a deleted deck if it is missing', async () => {
    const deck = await lectern.aDeck({ owner });
    await lectern.database.sql`update versions set blob_key = ${'0'.repeat(40)} where deck_id = ${deck.id}`;
    const answer = await api.get(`/api/decks/${deck.id}/blob`);
    expectRefusal(answer, 'DECK_NOT_FOUND');
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});
