import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BlobNotFoundError } from '#server/storage/storage-errors.ts';
import { checkBlobs, checkStoredBlobs } from './blobs-check.ts';
import { BATCH, type BlobKind, type BlobRow } from './doctor.repo.ts';
import { checkClock } from './database-check.ts';

const ROWS = 100_000;

const keyOf = (n: number) => `blob-${String(n).padStart(6, '0')}`;
const rowOf = (n: number): BlobRow => ({
  key: keyOf(n),
  sizeBytes: 10,
  leastBytes: 10,
  sha256: null,
  deckId: `deck-${n}`,
  title: 'Deck',
  versionNumber: 1,
});

/** A database with 100,000 packages. */
const manyRows = {
  blobRows: async (kind: BlobKind, after: string) => {
    const first = after === '' ? 0 : Number(after.slice('blob-'.length)) + 1;
    return kind === 'packages' ? Array.from({ length: Math.min(BATCH, ROWS - first) }, (_, at) => rowOf(first + at)) : [];
  },
  isUsed: async () => true,
  sizesOf: async (keys: readonly string[]) => new Map(keys.map((key) => [key, 10])),
};
const placeOf = (key: string) => key;

describe('100,000 rows', () => {
  it('are all compared, eight at a time, and a thousand examples are kept', async () => {
    let [reading, most] = [0, 0];
    const blobs = {
      read: async (key: string) => {
        reading += 1;
        most = Math.max(most, reading);
        await Promise.resolve();
        reading -= 1;
        throw new BlobNotFoundError(key);
      },
      list: () => Readable.from([]),
    };
    const { findings, summary } = await checkBlobs({ repo: manyRows, blobs, placeOf }, true);
    expect(summary).toContain(`${ROWS} files`);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.what).toBe(`${ROWS} files missing in the store.`);
    expect(findings[0]?.examples).toHaveLength(1000);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('are looked up in batches for as many blobs', async () => {
    let longest = 0;
    const repo = {
      ...manyRows,
      sizesOf: (keys: readonly string[]) => {
        longest = Math.max(longest, keys.length);
        return manyRows.sizesOf(keys);
      },
    };
    const listed = function* () {
      for (let n = 0; n < ROWS; n += 1) yield { key: keyOf(n), size: n === 7 ? 11 : 10, modifiedAt: new Date(0) };
    };
    const blobs = { read: async () => Readable.from([]), list: () => Readable.from(listed()) };
    const { findings, summary } = await checkStoredBlobs({ repo, blobs, placeOf });
    expect(summary).toBe(`${ROWS} files in the store, 0 unused`);
    expect(findings).toMatchObject([{ severity: 'fault', examples: ['blob-000007: 11 bytes instead of 10'] }]);
    expect(longest).toBe(BATCH);
  });
});

describe('a server that works meanwhile', () => {
  it('is not reported for a deck that was deleted with its file', async () => {
    const repo = {
      ...manyRows,
      blobRows: async (_: BlobKind, after: string) => (after === '' ? [rowOf(1)] : []),
      isUsed: async () => false,
    };
    const gone = { read: (key: string) => Promise.reject(new BlobNotFoundError(key)), list: () => Readable.from([]) };
    expect((await checkBlobs({ repo, blobs: gone, placeOf }, true)).status).toBe('ok');
  });

  it('is not reported for an upload whose row comes after the list', async () => {
    const repo = { ...manyRows, sizesOf: async () => new Map<string, number>(), isUsed: async () => true };
    const blobs = {
      read: async () => Readable.from([]),
      list: () => Readable.from([{ key: 'new', size: 1, modifiedAt: new Date(0) }]),
    };
    expect((await checkStoredBlobs({ repo, blobs, placeOf })).status).toBe('ok');
  });
});

describe('clocks', () => {
  it.each([
    [0, 'ok'],
    [-1500, 'ok'],
    [60_000, 'fault'],
    [-60_000, 'fault'],
  ])('%d ms apart are %s', async (difference, status) => {
    const now = 1_800_000_000_000;
    const repo = { now: async () => now + difference, lastChange: async () => null };
    expect((await checkClock(repo, true, () => now)).status).toBe(status);
  });
});
