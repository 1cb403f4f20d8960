import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import {
  blobSource,
  bytesSource,
  crc32,
  openPackage,
  thumbnailPath,
  type OpenOptions,
  type RandomAccessSource,
} from '../src/index.ts';
import { examinePackage } from '../src/examine.ts';
import { streamInflate } from '../src/inflate.ts';
import { nodeEngine } from '../src/node/index.ts';
import { aDeck, aDeckAnd, aDeckWith, aManifest, aManifestWithSlide, deckEntries } from './a-deck.ts';
import { failingAt } from './a-source.ts';
import { contentAttacks } from './attacks/content.ts';
import { LenientDecompressionStream } from './lenient-streams.ts';
import { makeZip } from './zip-maker.ts';

type Scenario = () => Promise<unknown>;

const verified = async (source: RandomAccessSource, options: OpenOptions = nodeEngine): Promise<unknown> =>
  (await openPackage(source, options)).verify();
const folders = Array.from({ length: 2000 }, (_, at) => ({ name: `folder-${at}/`, stored: true }));
const large = makeZip({
  entries: [...deckEntries(), { name: 'v.mp4', content: new Uint8Array(2_500_000), stored: true }, ...folders],
});
const headerAcrossChunks = makeZip({
  entries: [{ name: 'v.mp4', content: new Uint8Array(1024 * 1024 - 50), stored: true }, ...deckEntries()],
});

/** Code paths that do not depend on the archive: failing sources, options of the caller, and other engines. */
export const scenarios: readonly Scenario[] = [
  () => verified(blobSource(new Blob([new Uint8Array(aDeck())]))),
  () => verified({ size: 5000, read: async () => new Uint8Array(1) }),
  () => bytesSource(aDeck()).read(0, 1e9),
  () => verified(bytesSource(aDeck()), { limits: { archiveBytes: 10 } }),
  () => verified(bytesSource(large)),
  () => verified(bytesSource(headerAcrossChunks)),
  () => verified(bytesSource(aDeckAnd({ name: './', stored: true }))),
  () => verified(bytesSource(aDeckAnd({ name: `${'long'.repeat(100)}/../x`, content: 'x' }))),
  () => verified(bytesSource(makeZip({ entries: deckEntries(aManifest({ title: '', id: '' })) }))),
  ...[0, 1, 2, 3].flatMap((failing) => [
    () => verified(failingAt(aDeck(), failing, new Error('The disk failed.'))),
    () => verified(failingAt(large, failing, new Error('The disk failed.')), {}),
    () => examinePackage(failingAt(aDeck(), failing, new Error('The disk failed.'))),
  ]),
  () => verified(failingSecondChunk(), {}),
  () =>
    verified(bytesSource(aDeck()), {
      ...nodeEngine,
      inflate: () => {
        throw new Error('There is no engine.');
      },
    }),
  async () => (await openPackage(bytesSource(aDeck()), nodeEngine)).verify({ signal: new AbortController().signal }),
  async () =>
    (await openPackage(bytesSource(large))).verify({ contents: { paths: new Set(['v.mp4']), maxBytes: 10, read: () => {} } }),
  async () => (await openPackage(bytesSource(aDeck()))).read('gone'),
  async () => thumbnailPath(await openPackage(bytesSource(aDeck()))),
  async () =>
    thumbnailPath(
      await openPackage(bytesSource(makeZip({ entries: deckEntries(aManifestWithSlide({ thumbnail: 'assets/dot.png' })) }))),
    ),
  () =>
    examinePackage(
      bytesSource(
        aDeckWith('slides/01.html', (entry) => ({ ...entry, data: randomBytes(3_000_000), both: { size: 3_000_000 } })),
      ),
      nodeEngine,
    ),
  () => collected(streamInflate(piecesWithAnEmptyOne(), { compressedSize: 0, size: 0 })),
  async () => (await openPackage(bytesSource(aDeck()))).read('assets/dot.png'),
  async () => crc32(new Uint8Array(20), 0),
  withLenientEngine,
];

/** A source with a deflated entry of several chunks. Reading the second chunk fails. */
function failingSecondChunk(): RandomAccessSource {
  const source = bytesSource(
    aDeckWith('assets/dot.png', (entry) => ({ ...entry, stored: false, content: randomBytes(3_000_000) })),
  );
  return {
    size: source.size,
    read: (offset, length) =>
      offset > 900_000 && length > 100_000 && offset < 1_200_000
        ? Promise.reject(new Error('The disk failed.'))
        : source.read(offset, length),
  };
}

async function* piecesWithAnEmptyOne(): AsyncIterable<Uint8Array> {
  const stream = deflateRawSync('text');
  yield stream.subarray(0, 2);
  yield new Uint8Array(0);
  yield stream.subarray(2);
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (Buffer.from(chunk).toString() !== 'text') throw new Error('The content differs.');
}

async function withLenientEngine(): Promise<void> {
  const real = globalThis.DecompressionStream;
  Object.assign(globalThis, { DecompressionStream: LenientDecompressionStream });
  try {
    for (const attack of contentAttacks.filter(({ rule }) => rule === 'deflate-trailing'))
      await verified(bytesSource(attack.make()), {}).catch(() => undefined);
  } finally {
    Object.assign(globalThis, { DecompressionStream: real });
  }
}
