import { aDeck, aDeckAnd, aManifest, aManifestWithSlide, deckEntries, described } from './a-deck.ts';
import { MAX_PATH_BYTES } from '../src/limits.ts';
import { asi, libarchive, unicodePath, withZip64 } from './attacks/directory.ts';
import { zip64 } from './attacks/end-record.ts';
import { extraField, fields, makeZip, utf8, type RawEntry } from './zip-maker.ts';

/** The sets of filled values in a ZIP64 field on which all readers agree: those that come first. */
const prefixes = [
  [],
  ['size'],
  ['size', 'compressedSize'],
  ['size', 'compressedSize', 'offset'],
  ['size', 'compressedSize', 'offset', 'disk'],
] as const;

const codePage = (bytes: string): Uint8Array => Uint8Array.from(bytes, (character) => character.charCodeAt(0));
const named = (name: Uint8Array, second: string): RawEntry => ({
  name,
  content: second,
  both: { flags: 0, extra: unicodePath(name, second) },
});

/** Packages whose names do not have the UTF-8 flag. Other readers decode them as code page 437. */
export function decksWithUnmarkedNames(): Uint8Array[] {
  const sevenZip = [
    named(codePage('gr\x94\xe1e/\x82t\x82.txt'), 'größe/été.txt'),
    named(codePage('\x93\xfa\x96\xb3.txt'), '日無.txt'),
    named(codePage('\x84'), 'ä'),
  ];
  return [
    // 7-Zip on Windows: names in the code page of the system, with a Unicode-path field.
    aDeckAnd(...sevenZip),
    aDeckAnd({ ...named(codePage('\x84.txt'), 'ä.txt'), local: { extra: new Uint8Array(0) } }),
    // Info-ZIP and Python: UTF-8 without the UTF-8 flag.
    aDeckAnd({ name: 'größe.css', content: 'x', both: { flags: 0 } }, { name: 'plain.css', content: 'x', both: { flags: 0 } }),
  ];
}

/** Packages like those of programs that cannot be run in the tests. */
function likeOtherWriters(): Uint8Array[] {
  const alignment = (bytes: number): RawEntry => ({
    name: `aligned-${bytes}.png`,
    content: 'picture',
    stored: true,
    local: { extra: new Uint8Array(bytes) },
  });
  const link = 0o100644 * 2 ** 16;
  return [
    // SharpCompress: empty files that are marked as deflated, without data.
    aDeckAnd({ name: 'empty.txt', data: new Uint8Array(0), both: { crc32: 0, size: 0 } }),
    // zipalign: any number of zeros after the extra fields of the local header.
    aDeckAnd(...[1, 2, 3, 4, 5, 7, 4095].map(alignment)),
    // Info-ZIP to a pipe: the local header has the size, but no checksum and no compressed size.
    makeZip({
      entries: deckEntries().map((entry) => (entry.descriptor ? { ...entry, local: { crc32: 0, compressedSize: 0 } } : entry)),
    }),
    makeZip({ entries: deckEntries().map((entry) => (entry.descriptor ? { ...entry, local: {} } : entry)) }),
    // Unix modes of regular files and folders, in the extra fields that can also contain links.
    aDeckAnd(
      { name: 'asi.txt', content: 'x', both: { extra: asi(0o100644) } },
      { name: 'asi/', stored: true, both: { extra: asi(0o040755) } },
      ...[0, 1, 4, 5, 7, 15].map((bits) => ({ name: `l${bits}.txt`, content: 'x', both: { extra: libarchive(bits, link) } })),
    ),
    // Names at the limits.
    aDeckAnd(
      { name: 'x'.repeat(MAX_PATH_BYTES), content: 'x' },
      { name: `a${'\u0301'.repeat(30)}`, content: 'x' },
      { name: 'a;1/b;c.html', content: 'x' },
    ),
  ];
}

/** Unusual but valid packages, which the reader must accept. All readers that accept them see the same names. */
export function unusualDecks(): Uint8Array[] {
  const offline = {
    ready: true,
    mirroredAt: '2026-01-01',
    mirrorTool: { name: 'mirror' },
    skippedUrls: [{ url: 'https://a.example', reason: 'too-large' }],
    mirroredAssets: [{ originalUrl: 'https://a.example/dot.png', path: './assets/dot.png' }],
  };
  const soft = aManifest({
    ...aManifestWithSlide({ index: 7, thumbnail: 'assets/dot.png', notes: 'half \ud83d' }),
    totalSlides: 5,
    compat: { requires: ['camera', 'window-open'] },
    offline,
  });
  return [
    aDeck(),
    aDeckAnd({ name: 'assets/inner.zip', content: aDeck(), stored: true }),
    aDeck({ comment: utf8('short'), zip64: (place) => zip64(place) }),
    makeZip({ entries: deckEntries(soft) }),
    makeZip({ entries: deckEntries(aManifest({ compat: null, offline: null, platform: { minSchemaVersion: 'slidestage@1' } })) }),
    makeZip({ entries: deckEntries(aManifest({ compat: { notes: 'n' } })) }),
    ...(
      [
        [4, true],
        [4, false],
        [8, true],
        [8, false],
      ] as const
    ).map(([width, signed]) =>
      makeZip({ entries: deckEntries().map((entry) => described(withoutDescriptor(entry), width, signed)) }),
    ),
    aDeckAnd({ name: 'a.txt', content: 'x', central: { extra: extraField(1, fields([8, 1], [8, 3])) } }),
    ...prefixes.flatMap((filled) => [withZip64({ filled }), withZip64({ filled, onlyFilled: true })]),
    ...[0, 8, 16, 24].map((length) => withZip64({ filled: [], length })),
    ...likeOtherWriters(),
  ];
}

function withoutDescriptor({ descriptor: _descriptor, ...entry }: RawEntry): RawEntry {
  return entry;
}
