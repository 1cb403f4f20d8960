import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesSource, openPackage, PackageError, type RandomAccessSource } from '../src/index.ts';
import { nodeEngine } from '../src/node/index.ts';
import { aDeckAnd, aManifest, deckEntries } from './a-deck.ts';
import { sparse, watched } from './a-source.ts';
import { fields, makeZip } from './zip-maker.ts';

const MIB = 1024 * 1024;

/** The error code, and the reads until the refusal. */
interface Cost {
  readonly code: string;
  readonly reads: number;
  readonly bytesRead: number;
}

async function costOfRefusing(source: RandomAccessSource, limits = {}): Promise<Cost> {
  const seen = watched(source);
  try {
    await (await openPackage(seen, { ...nodeEngine, limits })).verify();
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const bytesRead = seen.reads.reduce((sum, { length }) => sum + length, 0);
    return { code: error.code, reads: seen.reads.length, bytesRead };
  }
  throw new Error('The reader accepted the package.');
}

describe('a fault in structure or declared sizes is found with at most three reads', () => {
  const end = (count: number, size: number, offset: number): Uint8Array =>
    fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  const huge = 190 * MIB;

  test.each([
    ['190 MiB of zeros', sparse(huge, [])],
    ['190 MiB of zeros after a deck', sparse(huge, [{ at: 0, bytes: aDeckAnd() }])],
    ['only an end record, at the end of 190 MiB', sparse(huge, [{ at: huge - 22, bytes: end(1, 100, 5) }])],
    ['a directory of 4 MiB of zeros', sparse(huge, [{ at: huge - 22, bytes: end(10_000, 4 * MIB, huge - 22 - 4 * MIB) }])],
    ['more than 200 MiB', sparse(300 * MIB, [])],
    [
      'a gigabyte of declared sizes',
      bytesSource(
        aDeckAnd(
          ...Array.from({ length: 20 }, (_, at) => ({ name: `b${at}`, data: new Uint8Array(60_000), both: { size: 60 * MIB } })),
        ),
      ),
    ],
  ])('%s', async (_name, source) => {
    const cost = await costOfRefusing(source);
    expect(cost.reads).toBeLessThanOrEqual(3);
    expect(cost.bytesRead).toBeLessThan(5 * MIB);
  });
});

test('100 MB of zeros compress to less than 100 KB', () => {
  expect(deflateRawSync(Buffer.alloc(100_000_000)).length).toBeLessThan(100_000);
  expect(makeZip({ entries: deckEntries(aManifest()) }).length).toBeLessThan(3000);
});
