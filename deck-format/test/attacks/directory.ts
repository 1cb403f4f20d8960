import { crc32, deflateRawSync } from 'node:zlib';
import { aDeck, aDeckAnd, aDeckWith, aManifest, deckEntries, described, HTML } from '../a-deck.ts';
import { onArchive, onLimits, type Attack } from '../attack.ts';
import { extraField, fields, makeZip, utf8, type RawEntry } from '../zip-maker.ts';
import { zip64 } from './end-record.ts';

const SLIDE = 'slides/01.html';
const MIB = 1024 * 1024;
const slide = (change: Partial<RawEntry>): Uint8Array => aDeckWith(SLIDE, (entry) => ({ ...entry, ...change }));
const picture = (change: Partial<RawEntry>): Uint8Array => aDeckWith('assets/dot.png', (entry) => ({ ...entry, ...change }));
const mode = (type: number): Partial<RawEntry> => ({ central: { attributes: (type | 0o644) * 2 ** 16 } });
const extra = (...parts: Uint8Array[]): Partial<RawEntry> => ({ central: { extra: Buffer.concat(parts) } });
const ones = 0xffffffff;

type Figure = 'size' | 'compressedSize' | 'offset' | 'disk';

/** All sets of filled values that are not the first ones. Readers differ on the value that the field begins with. */
const outOfOrder: readonly (readonly Figure[])[] = [
  ['compressedSize'],
  ['offset'],
  ['disk'],
  ['size', 'offset'],
  ['size', 'disk'],
  ['compressedSize', 'offset'],
  ['compressedSize', 'disk'],
  ['offset', 'disk'],
  ['size', 'compressedSize', 'disk'],
  ['size', 'offset', 'disk'],
  ['compressedSize', 'offset', 'disk'],
];

interface Zip64Field {
  readonly filled: readonly Figure[];
  /** Whether the field contains only the filled values. */
  readonly onlyFilled?: boolean;
  readonly disk?: number;
  /** The length of the field in bytes, if it differs from that of its values. */
  readonly length?: number;
}

/** A deck with ZIP64 end records whose first entry has its correct values in a ZIP64 field. */
export function withZip64({ filled, onlyFilled = false, disk = 0, length }: Zip64Field): Uint8Array {
  const entry = { name: 'x.txt', content: 'a text that is stored', stored: true };
  const size = entry.content.length;
  const figures = { size: [8, size], compressedSize: [8, size], offset: [8, 0], disk: [4, disk] } as const;
  const inField = (Object.keys(figures) as Figure[]).filter((figure) => !onlyFilled || filled.includes(figure));
  const whole = fields(...inField.map((figure) => figures[figure]));
  const data = Buffer.alloc(length ?? whole.length);
  data.set(whole.subarray(0, data.length));
  const plain = Object.fromEntries(filled.map((figure) => [figure, figure === 'disk' ? 0xffff : ones]));
  const central = { ...plain, extra: extraField(1, data) };
  return makeZip({ entries: [{ ...entry, central }, ...deckEntries()], zip64: (place) => zip64(place) });
}

/** A Unicode-path field for the entry `name` with the name `second`. */
export function unicodePath(name: Uint8Array, second: string | Uint8Array, checksum = crc32(name)): Uint8Array {
  return extraField(0x7075, fields([1, 1], [4, checksum], typeof second === 'string' ? utf8(second) : second));
}

/** An ASi field with a Unix mode and the target of a link. */
export function asi(unixMode: number, target = ''): Uint8Array {
  return extraField(0x756e, fields([4, 0], [2, unixMode], [4, target.length], [2, 0], [2, 0], utf8(target)));
}

/** A libarchive field with external attributes, after the values that the other bits declare. */
export function libarchive(bits: number, attributes: number): Uint8Array {
  const before = [1, 2].filter((bit) => bits & bit).map(() => [2, 0x031e] as const);
  return extraField(0x6c78, fields([1, bits], ...before, [4, attributes]));
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Names in a Windows code page with a Unicode-path field that does not match. */
const otherNames: readonly (readonly [string, Uint8Array, string | Uint8Array, Partial<RawEntry['both']>?])[] = [
  ['a letter that differs in ASCII, beside one that does not', latin1('caf\x82.txt'), 'caé.txt'],
  ['an ASCII letter for a byte that is not ASCII', latin1('caf\x82.txt'), 'cafe.txt'],
  ['a letter beyond ASCII for an ASCII byte', latin1('cafe\x82.txt'), 'café\u00e9.txt'],
  ['more letters than bytes', latin1('caf\x82.txt'), 'cafééé.txt'],
  ['fewer letters than bytes allow', latin1('caf\x82\x82\x82.txt'), 'café.txt'],
  ['a name with letters missing at its end', latin1('caf\x82\x82\x82'), 'café'],
  ['a name with more at its end', latin1('caf\x82'), 'café/evil.html'],
  ['another name beside one that is UTF-8', utf8('é.txt'), '├⌐.txt'],
  ['another name beside one that is marked as UTF-8', latin1('caf\x82.txt'), 'café.txt', { flags: 0x0800 }],
  ['a second name that is not UTF-8', latin1('caf\x82.txt'), latin1('caf\x82.txt')],
  ['a second name of 2,000 bytes', latin1('caf\x82.txt'), 'é'.repeat(1000)],
  ['an empty second name', latin1('\x82'), ''],
];

const twice: readonly (readonly [Attack['rule'] & ('special-file' | 'extra-unicode-path'), string, Uint8Array])[] = [
  ['extra-unicode-path', 'its own name in a Unicode-path field', unicodePath(utf8(SLIDE), SLIDE)],
  ['special-file', 'a Unix mode (ASi)', asi(0o100644)],
  ['special-file', 'external attributes (libarchive)', libarchive(4, 0o100644 * 2 ** 16)],
];

const links: readonly (readonly [string, Uint8Array])[] = [
  ['a symbolic link by ASi', asi(0o120777, '/etc/passwd')],
  ['a symbolic link by ASi without its target', asi(0o120777)],
  ['a regular file with the target of a link by ASi', asi(0o100644, '/etc/passwd')],
  ['a device by ASi', asi(0o060644)],
  ['a symbolic link by libarchive', libarchive(4, 0o120777 * 2 ** 16)],
  ['a symbolic link by libarchive after other values', libarchive(7, 0o120777 * 2 ** 16)],
  ['a folder by libarchive in DOS attributes', libarchive(5, 0x10)],
];

const brokenKinds: readonly (readonly [string, Uint8Array])[] = [
  ['a Unix mode (ASi) that is cut off', extraField(0x756e, new Uint8Array(13))],
  ['external attributes (libarchive) that are cut off', extraField(0x6c78, Uint8Array.of(4, 0, 0, 0))],
  ['an empty field of libarchive', extraField(0x6c78, new Uint8Array(0))],
  ['a field of libarchive with unknown values', extraField(0x6c78, new Uint8Array(20).fill(0x80))],
];

/** Invalid directory records. */
export const directoryAttacks: readonly Attack[] = [
  onArchive('directory-broken', 'a record without its signature', () => slide({ central: { signature: 0x02014b51 } })),
  onArchive('directory-broken', 'a name that runs past the directory', () => picture({ central: { nameLength: 0xffff } })),
  onArchive('directory-broken', 'an extra field that runs past the directory', () =>
    picture({ central: { extraLength: 0xffff } }),
  ),
  onArchive('directory-broken', 'a name that swallows the next record', () => slide({ central: { nameLength: 200 } })),
  onArchive('directory-broken', 'half a record at the end', () => {
    const half = new Uint8Array(20);
    return aDeck({ afterDirectory: half, end: { size: directorySize() + half.length } });
  }),
  onArchive('method-unsupported', 'a slide compressed by deflate64', () => slide({ both: { method: 9 } })),
  onArchive('method-unsupported', 'a slide compressed by bzip2', () => slide({ both: { method: 12 } })),
  onArchive('method-unsupported', 'a slide compressed by LZMA', () => slide({ both: { method: 14 } })),
  onArchive('method-unsupported', 'a slide encrypted by AES (method 99)', () => slide({ both: { method: 99 } })),
  onArchive('encrypted', 'a slide with a password', () => slide({ both: { flags: 0x0801 } })),
  onArchive('encrypted', 'strong encryption', () => slide({ both: { flags: 0x0841 } })),
  onArchive('encrypted', 'headers masked by an encrypted directory', () => slide({ both: { flags: 0x2800 } })),
  onArchive('patched-data', 'a slide that is a patch', () => slide({ both: { flags: 0x0820 } })),
  onArchive('flags-unsupported', 'a reserved flag', () => slide({ both: { flags: 0x0880 } })),
  onArchive('flags-unsupported', 'the flag of enhanced deflate', () => slide({ both: { flags: 0x0810 } })),
  onArchive('special-file', 'a symbolic link to a secret file', () =>
    aDeckAnd({ name: 'assets/link.html', content: '/etc/passwd', stored: true, central: { attributes: 0o120777 * 2 ** 16 } }),
  ),
  onArchive('special-file', 'a named pipe', () => slide(mode(0o010000))),
  onArchive('special-file', 'a device', () => slide(mode(0o020000))),
  onArchive('special-file', 'a socket', () => slide(mode(0o140000))),
  onArchive('special-file', 'a file that declares to be a folder (Unix)', () => slide(mode(0o040000))),
  onArchive('special-file', 'a file that declares to be a folder (DOS)', () => slide({ central: { attributes: 0x10 } })),
  onArchive('special-file', 'a symbolic link named like a folder', () =>
    aDeckAnd({ name: 'assets/link/', content: '', stored: true, central: { attributes: 0o120777 * 2 ** 16 } }),
  ),
  onArchive('folder-with-data', 'a folder with a page in its own entry', () => aDeckAnd({ name: 'assets/more/', content: HTML })),
  onArchive('folder-with-data', 'a folder by backslash with data', () => aDeckAnd({ name: 'assets\\more\\', content: HTML })),
  onArchive('extra-broken', 'an extra field of three bytes', () => slide(extra(Uint8Array.of(1, 2, 3)))),
  onArchive('extra-broken', 'an extra field that runs past its block', () => slide(extra(fields([2, 0x5455], [2, 9], [1, 1])))),
  onArchive('extra-unicode-path', 'a second name in a Unicode-path field', () =>
    slide(extra(extraField(0x7075, fields([1, 1], [4, 0], utf8('other.html'))))),
  ),
  onArchive('extra-unicode-path', 'its own name with a wrong checksum in a Unicode-path field', () =>
    slide(extra(extraField(0x7075, fields([1, 1], [4, 7], utf8(SLIDE))))),
  ),
  onArchive('extra-unicode-path', 'another name of the same length in a Unicode-path field', () =>
    slide(extra(extraField(0x7075, fields([1, 1], [4, crc32(utf8(SLIDE))], utf8('slides/99.html'))))),
  ),
  onArchive('extra-unicode-path', 'a Unicode-path field of an unknown version', () =>
    slide(extra(extraField(0x7075, fields([1, 2], [4, crc32(utf8(SLIDE))], utf8(SLIDE))))),
  ),
  ...twice.map(([rule, what, field]) => onArchive(rule, `${what} twice`, () => slide(extra(field, field)))),
  ...otherNames.map(([what, name, second, changes]) =>
    onArchive('extra-unicode-path', what, () =>
      aDeckAnd({ name, content: 'x', both: { flags: 0, ...changes, extra: unicodePath(name, second) } }),
    ),
  ),
  ...links.map(([what, field]) =>
    onArchive('special-file', `${what} in an extra field`, () =>
      aDeckAnd({ name: 'assets/link.html', content: '/etc/passwd', stored: true, central: { extra: field } }),
    ),
  ),
  ...brokenKinds.map(([what, field]) => onArchive('extra-broken', what, () => slide(extra(field)))),
  onArchive('special-file', 'a folder whose extra field makes it a symbolic link', () =>
    aDeckAnd({ name: 'assets/link/', stored: true, central: { extra: asi(0o120777) } }),
  ),
  onArchive('special-file', 'a file whose extra field makes it a folder', () => slide(extra(libarchive(4, 0o040755 * 2 ** 16)))),
  onArchive('extra-broken', 'zeros after the extra fields', () => slide(extra(Uint8Array.of(0, 0)))),
  onArchive('zip64-disagrees', 'ZIP64 field with another size', () => slide(extra(extraField(1, fields([8, 5], [8, 5]))))),
  onArchive('zip64-disagrees', 'ZIP64 field twice', () =>
    slide(extra(extraField(1, new Uint8Array(0)), extraField(1, new Uint8Array(0)))),
  ),
  onArchive('zip64-disagrees', 'size of ones without a ZIP64 field', () => slide({ central: { size: ones } })),
  onArchive('zip64-disagrees', 'size of ones and an empty ZIP64 field', () =>
    slide({ central: { size: ones, extra: extraField(1, new Uint8Array(0)) } }),
  ),
  onArchive('zip64-disagrees', 'offset of ones and a ZIP64 field without two of its values', () =>
    slide({ central: { size: ones, compressedSize: ones, offset: ones, extra: extraField(1, fields([8, HTML.length])) } }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 field with bytes left over', () => slide(extra(extraField(1, Uint8Array.of(1, 2, 3))))),
  onArchive('size-impossible', 'a stored file whose two sizes differ', () => picture({ both: { size: 7 } })),
  onArchive('zip64-disagrees', 'compressed size of ones with a ZIP64 field, but no ZIP64 end records', () =>
    aDeckAnd({
      name: 'x.txt',
      content: 'xyz',
      stored: true,
      central: { size: ones, compressedSize: ones, extra: extraField(1, fields([8, 3], [8, 3])) },
    }),
  ),
  onArchive('multi-disk', 'a ZIP64 field that names disk 1', () =>
    withZip64({ filled: ['size', 'compressedSize', 'offset', 'disk'], disk: 1 }),
  ),
  onArchive('zip64-disagrees', 'a disk of ones without a ZIP64 field', () => slide({ central: { disk: 0xffff } })),
  ...outOfOrder.flatMap((filled) =>
    (['alone', 'with all values'] as const).map((how) =>
      onArchive('zip64-disagrees', `ZIP64 field with ${filled.join(' and ')} filled, ${how}`, () =>
        withZip64({ filled, onlyFilled: how === 'alone' }),
      ),
    ),
  ),
  ...outOfOrder
    .filter((filled) => !filled.includes('disk'))
    .map((filled) =>
      onArchive('zip64-disagrees', `ZIP64 field of 24 bytes with ${filled.join(' and ')} filled`, () =>
        withZip64({ filled, length: 24 }),
      ),
    ),
  ...[12, 20, 27].map((length) =>
    onArchive('zip64-disagrees', `ZIP64 field of ${length} bytes, which does not match any number of values`, () =>
      withZip64({ filled: [], length }),
    ),
  ),
  onArchive('size-impossible', 'a byte of content declared, but no data', () =>
    slide({ data: new Uint8Array(0), both: { size: 1 } }),
  ),
  onArchive('size-impossible', 'a page after 100 KB of empty deflate blocks', () =>
    slide({ data: Buffer.concat([Buffer.alloc(100_000, Uint8Array.of(0, 0, 0, 0xff, 0xff)), deflateRawSync(HTML)]) }),
  ),
  onArchive('size-impossible', 'more than deflate can yield', () => slide({ both: { size: 90 * MIB } })),
  onLimits('entryBytes', 'one entry of more than 100 MiB', () => zeroes(1, 101 * MIB)),
  onLimits('totalBytes', 'eleven entries of 99 MiB', () => zeroes(11, 99 * MIB)),
  onLimits('totalBytes', 'a deflate bomb of twenty entries', () => zeroes(20, 60 * MIB)),
  onLimits('manifestBytes', 'a manifest of 6 MiB', () =>
    aDeckWith('manifest.json', (entry) => ({ ...entry, content: ' '.repeat(6 * MIB) })),
  ),
  onLimits('slideBytes', 'a slide of 6 MiB', () => slide({ content: HTML + ' '.repeat(6 * MIB) })),
  onLimits('entries', '10,001 folders', () =>
    aDeckAnd(...Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}/`, stored: true }))),
  ),
];

/** A deck with `count` more entries that declare `size` bytes each, with enough compressed bytes to be plausible. */
function zeroes(count: number, size: number): Uint8Array {
  const data = new Uint8Array(Math.ceil(size / 1032));
  return aDeckAnd(...Array.from({ length: count }, (_, at) => ({ name: `assets/${at}.bin`, data, both: { size } })));
}

function directorySize(): number {
  return deckEntries().reduce((sum, { name }) => sum + 46 + name.length, 0);
}

/** Entries at invalid positions. */
export const layoutAttacks: readonly Attack[] = [
  onArchive('bytes-before-first', 'bytes before the first entry', () => aDeck({ start: utf8('#!/bin/sh\n') })),
  onArchive('bytes-before-first', 'an empty directory after bytes', () =>
    makeZip({ entries: [], beforeDirectory: utf8('hidden') }),
  ),
  onArchive('bytes-between', 'bytes between two entries', () => slide({ after: utf8('hidden') })),
  onArchive('bytes-between', '100 KB between two entries', () => slide({ after: new Uint8Array(100_000) })),
  onArchive('bytes-between', 'bytes between the last entry and the directory', () => aDeck({ beforeDirectory: utf8('hidden') })),
  onArchive('descriptor-disagrees', 'bytes after a data descriptor', () =>
    aDeckWith('slides/02.html', (entry) => ({ ...entry, after: utf8('hidden') })),
  ),
  onArchive('bytes-between', '100 KB after a data descriptor', () =>
    aDeckWith('slides/02.html', (entry) => ({ ...entry, after: new Uint8Array(100_000) })),
  ),
  onArchive('bytes-between', '40 bytes after a data descriptor', () =>
    aDeckWith('slides/02.html', (entry) => ({ ...entry, after: new Uint8Array(40) })),
  ),
  onArchive('bytes-between', 'an entry that the directory does not list', () =>
    aDeckAnd({ name: 'hidden.html', content: HTML, unlisted: true }),
  ),
  onArchive('entries-overlap', 'two records for one local header', () =>
    makeZip({
      entries: [
        ...deckEntries(),
        { name: 'slides/03.html', content: JSON.stringify(aManifest()), directoryOnly: true, central: { offset: 0 } },
      ],
    }),
  ),
  onArchive('entries-overlap', "a quine-like overlap: an entry in another's data", () => overlapping()),
  onArchive('entries-overlap', 'an entry that runs into the directory', () =>
    picture({ both: { compressedSize: 3000, size: 3000 } }),
  ),
  onArchive('entries-overlap', 'an entry that begins after the directory', () => picture({ central: { offset: 0x00ffffff } })),
  onArchive('entries-overlap', 'a local header whose name is longer and swallows data', () =>
    slide({ local: { extraLength: 60_000 } }),
  ),
  onArchive('entries-overlap', 'an entry hidden in the extra field of another', () => shifted()),
  onArchive('local-header-broken', 'a local header without its signature', () => slide({ local: { signature: 0x04034b51 } })),
];

function overlapping(): Uint8Array {
  const inner = makeZip({ entries: [{ name: 'inner.html', content: HTML, stored: true }] });
  const outer: RawEntry = { name: 'outer.html', content: inner, stored: true };
  const entries = [
    outer,
    { name: 'inner.html', content: HTML, stored: true, directoryOnly: true, central: { offset: 30 + 'outer.html'.length } },
  ];
  return makeZip({ entries: [...entries, ...deckEntries()] });
}

/** A deck whose directory lists an entry in the extra field of another entry's local header. */
function shifted(): Uint8Array {
  const [manifest, first, ...rest] = deckEntries();
  if (!manifest || !first) throw new Error('The deck has no entries.');
  const padded = { ...first, local: { extra: extraField(0xcafe, new Uint8Array(2000)) } };
  const at = makeZip({ entries: [manifest] }).length - 46 - 'manifest.json'.length - 22;
  const inside = described({
    name: 'ghost.html',
    content: '',
    stored: true,
    directoryOnly: true,
    central: { offset: at + 30 + SLIDE.length + 1000 },
  });
  return makeZip({ entries: [manifest, { ...padded, central: { offset: at } }, inside, ...rest] });
}
