import { randomBytes } from 'node:crypto';
import { get as request, type IncomingMessage } from 'node:http';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { DOWNLOAD_DECKS_MAX } from '#shared/limits.ts';

const lectern = await aLectern();

/** The entries of an archive, as an independent reader sees them. */
async function entriesOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const { files } = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const entries = Object.values(files).map(async (file) => [file.name, await file.async('nodebuffer')] as const);
  return new Map(await Promise.all(entries));
}

describe('several decks are downloaded as one archive', () => {
  it('with their packages as they were uploaded, each under its own name', async () => {
    const owner = await lectern.aUser();
    const decks = [];
    for (const title of ['Plan', 'plan', 'a/b: "c"']) decks.push(await lectern.aDeck({ owner, title }));
    const ids = decks.map(({ id }) => id);
    const answer = await lectern.as(owner).get(`/api/decks.zip?ids=${ids.join(',')}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('Decks.zip');
    const entries = await entriesOf(answer.bytes);
    expect([...entries.keys()]).toEqual(['Plan.stage', 'plan (2).stage', 'a-b- -c-.stage']);
    for (const [at, bytes] of [...entries.values()].entries())
      expect(bytes.equals((await lectern.as(owner).get(`/api/decks/${ids[at]}/blob`)).bytes)).toBe(true);
  });

  it('only if the caller may read all of them', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const [open, secret] = [await lectern.aDeck({ owner, visibility: 'team' }), await lectern.aDeck({ owner })];
    const get = (...ids: string[]) => lectern.as(reader).get(`/api/decks.zip?ids=${ids.join(',')}`);
    expect((await get(open.id)).status).toBe(200);
    for (const other of [secret.id, 'none']) expectRefusal(await get(open.id, other), 'DECK_NOT_FOUND');
    await lectern.as(owner).delete(`/api/decks/${open.id}`);
    expectRefusal(await get(open.id), 'DECK_NOT_FOUND');
  });

  it('while they are read: a right that is lost meanwhile ends the download', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    // More than the buffers of a connection hold.
    const large = await aPackage({ files: { 'noise.bin': randomBytes(24_000_000) } });
    const uploaded = await lectern.as(owner).send('POST', '/api/decks', anUpload(large, { visibility: 'team' }));
    const [first, second] = [uploaded.body as DeckDetail, await lectern.aDeck({ owner, visibility: 'team' })];
    const download = await new Promise<IncomingMessage>((resolve, reject) => {
      const address = `${lectern.address}/api/decks.zip?ids=${first.id},${second.id}`;
      request(address, { headers: { cookie: reader.cookie } }, resolve).once('error', reject);
    });
    expect(download.statusCode).toBe(200);
    expect((await lectern.as(owner).patch(`/api/decks/${second.id}`, { visibility: 'private' })).status).toBe(200);
    let received = 0;
    const read = async () => {
      for await (const chunk of download) received += (chunk as Buffer).length;
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(received).toBeGreaterThan(0);
  });

  it('up to a number of decks', async () => {
    const owner = await lectern.aUser();
    const many = Array.from({ length: DOWNLOAD_DECKS_MAX + 1 }, (_, nth) => `deck-${nth}`).join(',');
    for (const ids of [many, '', 'a,,b'])
      expectRefusal(await lectern.as(owner).get(`/api/decks.zip?ids=${ids}`), 'VALIDATION_FAILED');
  });
});
