import type { RequestListener, ServerResponse } from 'node:http';

import { describe, expect, it, onTestFinished } from 'vitest';
import { aServer } from '#server/testing/a-server.ts';
import { newBlobKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
import { createBlobStore } from './create-blob-store.ts';
import { BlobNotFoundError, BlobSizeError, StorageFullError, StorageUnavailableError } from './storage-errors.ts';
import type { S3Timeouts } from './s3-client.ts';
import { aStagedFile, collect, drain, openDescriptors } from './testing/files.ts';
import { s3At } from './testing/s3.ts';
import { aClosedPort, refuse } from './testing/addresses.ts';

const RANGE = { offset: 0, length: 1000 };

async function aStoreAt(endpoint: string, limits: Partial<S3Timeouts> = {}): Promise<BlobStore> {
  const store = await createBlobStore({ kind: 's3', ...s3At(endpoint, limits) });
  onTestFinished(() => store.close());
  return store;
}

/** A store whose S3 is this listener. The body of every request is read before the listener responds. */
async function aStoreThat(answers: RequestListener, limits: Partial<S3Timeouts> = {}): Promise<BlobStore> {
  const endpoint = await aServer((incoming, response) => incoming.resume().once('end', () => answers(incoming, response)));
  return aStoreAt(endpoint, limits);
}

/** The result of each operation of the store. */
async function outcomes(store: BlobStore): Promise<unknown[]> {
  const [small, big] = [await aStagedFile(10), await aStagedFile(12 * 1024 * 1024)];
  const asked = [
    store.putFile(newBlobKey(), small.path, small),
    store.putFile(newBlobKey(), big.path, big),
    store.read(newBlobKey(), RANGE),
    store.delete(newBlobKey()),
    collect(store.list()),
    store.discardUnfinished(new Date()),
    store.health(),
  ];
  return (await Promise.allSettled(asked)).map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as unknown) : 'done',
  );
}

const ALL_UNAVAILABLE = Array.from({ length: 7 }, (): unknown => expect.any(StorageUnavailableError));

/** The headers of a valid response to a download of `RANGE`. */
function begin(response: ServerResponse, length: number): void {
  response.writeHead(206, { 'content-length': length, 'content-range': `bytes 0-${length - 1}/5000` });
}

describe('an S3 that fails', () => {
  it('is unavailable while its port is closed', async () => {
    expect(await outcomes(await aStoreAt(await aClosedPort()))).toEqual(ALL_UNAVAILABLE);
  });

  it.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [301, 'PermanentRedirect'],
  ])('is unavailable when it answers %i %s', async (status, code) => {
    const store = await aStoreThat((_, response) => refuse(response, status, code));
    expect(await outcomes(store)).toEqual(ALL_UNAVAILABLE);
  });

  it('is unavailable when it accepts requests and never responds', async () => {
    expect(await outcomes(await aStoreThat(() => {}, { answer: 200, part: 400 }))).toEqual(ALL_UNAVAILABLE);
  });

  it('is unavailable when it hangs up', async () => {
    expect(await outcomes(await aStoreThat((_, response) => response.destroy()))).toEqual(ALL_UNAVAILABLE);
  });

  it('is unavailable when another kind of server responds', async () => {
    const store = await aStoreThat((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
    );
    const [, big, read, , , , health] = await outcomes(store);
    expect([big, health]).toEqual([expect.any(StorageUnavailableError), expect.any(StorageUnavailableError)]);
    expect(read).toBeInstanceOf(BlobSizeError);
  });

  it.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [507, 'XMinioStorageFull'],
  ])('is full when it answers %i %s', async (status, code) => {
    const store = await aStoreThat((_, response) => refuse(response, status, code));
    const [small, big] = await outcomes(store);
    expect([small, big]).toEqual([expect.any(StorageFullError), expect.any(StorageFullError)]);
  });

  it('reports a blob that does not exist', async () => {
    const store = await aStoreThat((_, response) => refuse(response, 404, 'NoSuchKey'));
    await expect(store.read(newBlobKey(), RANGE)).rejects.toThrow(BlobNotFoundError);
  });

  it('sends each request at most three times', async () => {
    let asked = 0;
    const store = await aStoreThat((_, response) => (asked++, refuse(response, 500, 'InternalError')));
    await expect(store.delete(newBlobKey())).rejects.toThrow(StorageUnavailableError);
    expect(asked).toBe(3);
  });

  it('reacts to an abort immediately', async () => {
    const store = await aStoreThat(() => {});
    const signal = AbortSignal.timeout(50);
    const asked = [store.read(newBlobKey(), { ...RANGE, signal }), store.health({ signal }), collect(store.list({ signal }))];
    for (const one of asked) await expect(one).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('leaves no file open after a failed put', async () => {
    const store = await aStoreThat((_, response) => refuse(response, 403, 'AccessDenied'));
    const file = await aStagedFile(30 * 1024 * 1024);
    await expect(store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    const before = Number(await openDescriptors());
    for (let n = 0; n < 10; n += 1)
      await expect(store.putFile(newBlobKey(), file.path, file)).rejects.toThrow(StorageUnavailableError);
    expect(Number(await openDescriptors()) - before).toBeLessThan(5);
  });
});

describe('an S3 download', () => {
  it('that is cut fails and never ends early', async () => {
    const store = await aStoreThat((_, response) => {
      begin(response, RANGE.length);
      response.write(Buffer.alloc(400), () => response.destroy());
    });
    await expect(drain(await store.read(newBlobKey(), RANGE))).rejects.toThrow(StorageUnavailableError);
  });

  it('that stalls fails', async () => {
    const store = await aStoreThat(
      (_, response) => {
        begin(response, RANGE.length);
        response.write(Buffer.alloc(400));
      },
      { stall: 200 },
    );
    await expect(drain(await store.read(newBlobKey(), RANGE))).rejects.toThrow('no byte for 200 ms');
  });

  it('of an object that is too short is refused before its first byte', async () => {
    const store = await aStoreThat((_, response) => {
      begin(response, 400);
      response.end(Buffer.alloc(400));
    });
    await expect(store.read(newBlobKey(), RANGE)).rejects.toThrow(BlobSizeError);
  });
});
