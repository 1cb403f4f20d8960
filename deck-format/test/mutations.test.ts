import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource, openPackage, PackageError } from '../src/index.ts';
import { nodeEngine } from '../src/node/index.ts';
import { aDeck, aManifest, deckEntries, described } from './a-deck.ts';
import { zip64 } from './attacks/end-record.ts';
import { mutate, mutation } from './mutation.ts';
import { extraField, fields, makeZip, utf8 } from './zip-maker.ts';

/** For a long run, set DECK_FORMAT_MUTATIONS=20000. To repeat a run, set DECK_FORMAT_SEED to the seed that it printed. */
const RUNS = Number(process.env['DECK_FORMAT_MUTATIONS'] ?? 1500);
const SEED = Number(process.env['DECK_FORMAT_SEED'] ?? Date.now() % 2 ** 31);

const wide = (entry: ReturnType<typeof deckEntries>[number]): typeof entry => described(entry, 8);
const originals: readonly (readonly [string, Uint8Array])[] = [
  ['a plain deck', aDeck()],
  ['a deck with a comment and ZIP64 records', aDeck({ comment: utf8('made by hand'), zip64: (place) => zip64(place) })],
  [
    'a deck with extra fields and wide descriptors',
    makeZip({
      entries: [
        ...deckEntries(aManifest({ title: 'Extra' })).map(wide),
        { name: 'x.txt', content: 'x', both: { extra: extraField(0x5455, fields([1, 3], [4, 0])) } },
        { name: '__MACOSX/._x', content: 'junk' },
        { name: 'folder/', stored: true },
      ],
    }),
  ],
];

async function readAll(bytes: Uint8Array): Promise<unknown> {
  const deck = await openPackage(bytesSource(bytes), nodeEngine);
  const { entries } = await deck.verify();
  const contents = await Promise.all(
    [...entries.keys()].toSorted().map(async (path) => [path, Buffer.from(await deck.read(path)).toString('base64')]),
  );
  return { manifest: deck.manifest, contents };
}

test.each(originals)('mutations of %s are refused or do not change what is read', async (_name, original) => {
  const before = await readAll(original);
  process.stdout.write(`${RUNS} mutations, seed ${SEED}\n`);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (changes) => {
      const damaged = changes.reduce(mutate, original);
      try {
        expect(await readAll(damaged)).toEqual(before);
      } catch (error) {
        if (!(error instanceof PackageError)) throw error;
        refused++;
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(refused).toBeGreaterThan(RUNS / 2);
});
