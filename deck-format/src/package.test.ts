import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { aDeck, aDeckAnd, aDeckWith, aManifest, aManifestWithSlide, deckEntries, HTML } from '../test/a-deck.ts';
import { failingAt, watched } from '../test/a-source.ts';
import { makeZip } from '../test/zip-maker.ts';
import { blobSource, bytesSource, examinePackage, explainFault, openPackage, PackageError, thumbnailPath } from './index.ts';
import { nodeEngine } from './node/index.ts';

test('opening an archive takes three reads: the tail, the directory and the manifest', async () => {
  const large = makeZip({
    entries: [...deckEntries(), { name: 'video.mp4', content: new Uint8Array(300_000), stored: true }, ...manyFolders(2000)],
  });
  const source = watched(bytesSource(large));
  const deck = await openPackage(source, nodeEngine);
  expect(source.reads.length).toBe(3);
  await deck.read('video.mp4');
  expect(source.reads.length).toBe(4);
});

test('the directory of a small deck needs no read of its own', async () => {
  const source = watched(bytesSource(aDeck()));
  await openPackage(source, nodeEngine);
  expect(source.reads.length).toBe(2);
});

test('verification reads each byte of the file once, from front to back', async () => {
  const source = watched(bytesSource(aDeckAnd({ name: 'video.mp4', content: new Uint8Array(5_000_000).fill(7), stored: true })));
  const deck = await openPackage(source, nodeEngine);
  source.reads.length = 0;
  await deck.verify();
  let expected = 0;
  for (const { offset, length } of source.reads) {
    expect(offset).toBe(expected);
    expected += length;
  }
  // The reader uses chunks of 128 KiB.
  expect(source.reads.length).toBeLessThanOrEqual(Math.ceil(5_000_000 / (128 * 1024)) + 1);
});

test('the data of an entry can be found with its record only', async () => {
  const bytes = aDeck();
  const { entries } = await (await openPackage(bytesSource(bytes), nodeEngine)).verify();
  const picture = entries.get('assets/dot.png');
  expect(picture).toMatchObject({ method: 'stored', size: 32 });
  const { offset = 0, compressedSize = 0 } = picture ?? {};
  expect(new TextDecoder().decode(bytes.subarray(offset, offset + compressedSize))).toBe('not really a picture, but stored');
  expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
});

test.each([
  ['zlib', nodeEngine],
  ['web streams', {}],
])('reads entries with %s', async (_name, engine) => {
  const deck = await openPackage(blobSource(new Blob([new Uint8Array(aDeck())])), engine);
  expect(new TextDecoder().decode(await deck.read('slides/01.html'))).toBe(HTML);
  expect([...deck.entries.keys()].toSorted()).toEqual(['assets/dot.png', 'manifest.json', 'slides/01.html', 'slides/02.html']);
});

test('reading a path that is not in the package rejects with E_MISSING_SLIDE', async () => {
  const deck = await openPackage(bytesSource(aDeck()));
  await expect(deck.read('slides/99.html')).rejects.toMatchObject({
    code: 'E_MISSING_SLIDE',
    details: { path: 'slides/99.html' },
  });
});

test('junk files, folders and names that need normalization are accepted', async () => {
  const bytes = aDeckAnd(
    { name: '__MACOSX/slides/._01.html', content: 'x' },
    { name: 'slides/.DS_Store', content: 'x' },
    { name: 'Thumbs.db', content: 'x' },
    { name: './', stored: true },
    { name: 'fonts/', stored: true },
    { name: './fonts//a.woff2', content: 'x', stored: true },
    { name: 'caf\u0065\u0301.html', content: HTML },
  );
  const deck = await openPackage(bytesSource(bytes));
  expect([...deck.entries.keys()].toSorted()).toEqual([
    'assets/dot.png',
    'caf\u00e9.html',
    'fonts/a.woff2',
    'manifest.json',
    'slides/01.html',
    'slides/02.html',
  ]);
});

test('errors of the source pass through unchanged', async () => {
  const failure = new Error('The disk failed.');
  for (const engine of [nodeEngine, {}]) {
    const open = async (failing: number): Promise<unknown> =>
      (await openPackage(failingAt(aDeck(), failing, failure), engine)).verify();
    for (const failing of [0, 1, 2]) await expect(open(failing)).rejects.toBe(failure);
    await expect(open(3)).resolves.toBeDefined();
  }
});

test('errors of the source in the middle of a deflate stream pass through unchanged', async () => {
  const failure = new Error('The disk failed.');
  const bytes = aDeckWith('assets/dot.png', (entry) => ({ ...entry, stored: false, content: randomBytes(3_000_000) }));
  for (const engine of [nodeEngine, {}]) {
    const deck = await openPackage(failingAt(bytes, 3, failure), engine);
    await expect(deck.verify()).rejects.toBe(failure);
    await expect(deck.verify()).resolves.toBeDefined();
  }
});

test('a source that returns too few bytes causes a RangeError', async () => {
  const source = bytesSource(aDeck());
  const short = {
    size: source.size,
    read: async (offset: number, length: number) => (await source.read(offset, length)).subarray(1),
  };
  await expect(openPackage(short)).rejects.toThrow(RangeError);
  await expect(source.read(source.size, 1)).rejects.toThrow(RangeError);
  await expect(blobSource(new Blob(['abc'])).read(2, 2)).rejects.toThrow(RangeError);
});

test('limits can be lower or higher than those of the format', async () => {
  const bytes = aDeck();
  await expect(openPackage(bytesSource(bytes), { limits: { archiveBytes: bytes.length - 1 } })).rejects.toMatchObject({
    code: 'E_TOO_LARGE',
    details: { rule: 'archiveBytes', limit: bytes.length - 1, actual: bytes.length },
  });
  const many = aDeckAnd(...manyFolders(10_050));
  await expect(openPackage(bytesSource(many))).rejects.toThrow(PackageError);
  expect((await openPackage(bytesSource(many), { limits: { entries: 20_000 } })).entries.size).toBe(4);
});

test('verification can be aborted', async () => {
  const deck = await openPackage(bytesSource(aDeck()), nodeEngine);
  const reason = new Error('The client has disconnected.');
  await expect(deck.verify({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('bytes after the end of a deflate stream are found even if the engine ignores them', async () => {
  const lenient = await import('../test/lenient-streams.ts');
  vi.stubGlobal('DecompressionStream', lenient.LenientDecompressionStream);
  try {
    const { contentAttacks } = await import('../test/attacks/content.ts');
    const trailing = contentAttacks.filter(({ rule }) => rule === 'deflate-trailing');
    expect(trailing.length).toBeGreaterThan(2);
    for (const attack of trailing) {
      const open = async (): Promise<unknown> => (await openPackage(bytesSource(attack.make()))).verify();
      await expect(open()).rejects.toMatchObject({ details: { rule: 'deflate-trailing' } });
    }
    await expect((await openPackage(bytesSource(aDeck()))).verify()).resolves.toBeDefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('thumbnailPath returns the thumbnail of the first slide if it exists and is a raster image', async () => {
  const deckWith = async (thumbnail: string | null): Promise<string | null> => {
    const entries = [...deckEntries(aManifestWithSlide({ thumbnail })), { name: 'thumb.svg', content: '<svg/>' }];
    return thumbnailPath(await openPackage(bytesSource(makeZip({ entries }))));
  };
  expect(await deckWith('./assets/dot.png')).toBe('assets/dot.png');
  expect(await deckWith('assets/none.png')).toBeNull();
  expect(await deckWith('thumb.svg')).toBeNull();
  expect(await deckWith(null)).toBeNull();
});

test('an opened package has a normalized manifest and its warnings', async () => {
  const bytes = makeZip({ entries: deckEntries(aManifest({ totalSlides: 9 })) });
  const { manifest, warnings } = await openPackage(bytesSource(bytes));
  expect(manifest.totalSlides).toBe(2);
  expect(warnings.map(({ code }) => code)).toEqual(['TOTAL_SLIDES']);
});

function manyFolders(count: number): { name: string; stored: boolean }[] {
  return Array.from({ length: count }, (_, at) => ({ name: `folder-${at}/`, stored: true }));
}

test('examinePackage reports faults of names, paths and data in addition to those of the manifest', async () => {
  const manifest = { ...aManifestWithSlide({ file: '../../etc/passwd' }), title: '' };
  const bytes = makeZip({
    entries: [
      ...deckEntries(manifest),
      { name: '../evil.html', content: HTML },
      { name: 'locked.html', content: HTML, both: { flags: 0x0801 } },
      { name: 'broken.html', content: HTML, both: { crc32: 1 } },
    ],
  });
  const { faults } = await examinePackage(bytesSource(bytes), nodeEngine);
  expect(faults).toMatchObject([
    { rule: 'encrypted', entry: 'locked.html' },
    { code: 'E_BAD_MANIFEST', issues: [{ path: 'title' }] },
    { code: 'E_PATH_TRAVERSAL', path: '../evil.html', where: 'entry' },
    { code: 'E_PATH_TRAVERSAL', path: '../../etc/passwd', where: 'slides[0].file' },
    { rule: 'crc-wrong', entry: 'broken.html' },
  ]);
});

test('names in a Windows code page are reported once, with an explanation', async () => {
  const names = [0x82, 0x84].map((byte) => ({ name: Uint8Array.of(byte), content: 'x', both: { flags: 0 } }));
  const { faults } = await examinePackage(bytesSource(aDeckAnd(...names)), nodeEngine);
  expect(faults.map(explainFault)).toEqual([
    'The file names in this archive are not UTF-8, which is usual for archives from Windows Explorer. Pack it again with "stage pack", or with 7-Zip and its option cu=on.',
  ]);
});

test.each([
  ['Node', nodeEngine],
  ['a browser', {}],
])('the verification passes on the beginning of the wanted files, each once, with the engine of %s', async (_, engine) => {
  const film = Uint8Array.from(randomBytes(300_000));
  const deck = aDeckAnd({ name: 'film.mp4', content: film, stored: true });
  const found = new Map<string, Uint8Array>();
  const contents = {
    paths: new Set(['slides/01.html', 'film.mp4', 'gone.html']),
    maxBytes: 100_000,
    read: (path: string, content: Uint8Array) => {
      expect(found.has(path)).toBe(false);
      found.set(path, content);
    },
  };
  await (await openPackage(bytesSource(deck), engine)).verify({ contents });
  expect([...found.keys()].toSorted()).toEqual(['film.mp4', 'slides/01.html']);
  expect(found.get('film.mp4')).toEqual(film.subarray(0, 100_000));
  expect(new TextDecoder().decode(found.get('slides/01.html'))).toBe(HTML);
});

test('a file that fails its checksum is not passed on', async () => {
  const film = Uint8Array.from(randomBytes(1000));
  const deck = aDeckAnd({ name: 'film.mp4', content: film, stored: true });
  const at = Buffer.from(deck).indexOf(film);
  deck[at] = (deck[at] ?? 0) ^ 1;
  const read = vi.fn<(path: string) => void>();
  const contents = { paths: new Set(['film.mp4']), maxBytes: 1000, read };
  await expect((await openPackage(bytesSource(deck))).verify({ contents })).rejects.toThrow(PackageError);
  expect(read).not.toHaveBeenCalled();
});
