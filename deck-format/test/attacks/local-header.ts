import { aDeckAnd, aDeckWith, described, HTML } from '../a-deck.ts';
import { onArchive, type Attack } from '../attack.ts';
import { asi, libarchive, unicodePath } from './directory.ts';
import { descriptorOf, extraField, fields, correct, utf8, type RawEntry } from '../zip-maker.ts';

const slide = (change: Partial<RawEntry>): Uint8Array => aDeckWith('slides/01.html', (entry) => ({ ...entry, ...change }));
const describedSlide = (change: (entry: RawEntry) => RawEntry): Uint8Array => aDeckWith('slides/02.html', change);
const figures = correct({ name: 'slides/02.html', content: `${HTML}<!-- second -->` }).fields;

const slideFigures = correct({ name: 'slides/01.html', content: HTML }).fields;
/** `café.txt` in code page 850. */
const OEM_NAME = Uint8Array.from('caf\x82.txt', (character) => character.charCodeAt(0));

/** Local headers with zeros in only some of the fields that a writer sets to zero if it does not know them yet. */
const halfZero: readonly (readonly [string, NonNullable<RawEntry['local']>])[] = [
  ['a checksum without sizes', { crc32: figures.crc32, compressedSize: 0, size: 0 }],
  ['sizes without a checksum', { crc32: 0 }],
  ['only a compressed size', { crc32: 0, size: 0 }],
  ['all but the compressed size', { compressedSize: 0, crc32: figures.crc32, size: figures.size }],
  ['all but the size', { size: 0, crc32: figures.crc32, compressedSize: figures.compressedSize }],
];

/** Local headers and data descriptors that disagree with the directory. */
export const localHeaderAttacks: readonly Attack[] = [
  onArchive('local-header-disagrees', 'another name', () => slide({ local: { name: 'slides/99.html' } })),
  onArchive('local-header-disagrees', 'a longer name', () => slide({ local: { name: 'slides/01.html.exe' } })),
  onArchive('local-header-disagrees', 'another method', () => slide({ local: { method: 0 } })),
  onArchive('local-header-disagrees', 'other flags', () => slide({ local: { flags: 0 } })),
  onArchive('local-header-disagrees', 'encrypted only in the local header', () => slide({ local: { flags: 0x0801 } })),
  onArchive('local-header-disagrees', 'another checksum', () => slide({ local: { crc32: 1 } })),
  onArchive('local-header-disagrees', 'another size', () => slide({ local: { size: 1 } })),
  onArchive('local-header-disagrees', 'another compressed size', () => slide({ local: { compressedSize: 1 } })),
  onArchive('local-header-disagrees', 'zeros without a descriptor', () =>
    slide({ local: { crc32: 0, size: 0, compressedSize: 0 } }),
  ),
  onArchive('local-header-disagrees', 'a wrong size before a descriptor', () =>
    describedSlide((entry) => ({ ...entry, local: { size: 5, compressedSize: 0, crc32: 0 } })),
  ),
  ...halfZero.map(([what, local]) =>
    onArchive('local-header-disagrees', `${what} before a descriptor`, () => describedSlide((entry) => ({ ...entry, local }))),
  ),
  onArchive('extra-broken', 'padding other than zeros', () =>
    slide({ local: { extra: Buffer.concat([extraField(0xcafe, new Uint8Array(4)), Uint8Array.of(0, 1)]) } }),
  ),
  onArchive('special-file', 'a symbolic link by ASi only in the local header', () =>
    slide({ local: { extra: asi(0o120777, 'x') } }),
  ),
  onArchive('special-file', 'a symbolic link by libarchive only in the local header', () =>
    slide({ local: { extra: libarchive(4, 0o120777 * 2 ** 16) } }),
  ),
  onArchive('extra-unicode-path', 'another reading of a name in a Windows code page', () =>
    aDeckAnd({
      name: OEM_NAME,
      content: 'x',
      both: { flags: 0 },
      central: { extra: unicodePath(OEM_NAME, 'cafè.txt') },
      local: { extra: unicodePath(OEM_NAME, 'café.txt') },
    }),
  ),
  onArchive('zip64-disagrees', 'only the compressed size in a ZIP64 field', () =>
    slide({ local: { compressedSize: 0xffffffff, extra: extraField(1, fields([8, slideFigures.compressedSize])) } }),
  ),
  onArchive('zip64-disagrees', 'a ZIP64 field with an offset, which local headers do not have', () =>
    slide({ local: { extra: extraField(1, fields([8, slideFigures.size], [8, slideFigures.compressedSize], [8, 0])) } }),
  ),
  onArchive('extra-broken', 'a broken extra field only in the local header', () => slide({ local: { extra: Uint8Array.of(1) } })),
  onArchive('extra-unicode-path', 'a second name only in the local header', () =>
    slide({ local: { extra: extraField(0x7075, fields([1, 1], [4, 0], utf8('other.html'))) } }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 sizes that differ only in the local header', () =>
    slide({ local: { extra: extraField(1, fields([8, 1], [8, 1])) } }),
  ),
  onArchive('descriptor-disagrees', 'flag set, but no descriptor', () =>
    describedSlide((entry) => ({
      ...entry,
      descriptor: utf8('ten bytes.'),
      local: { ...entry.local, extra: new Uint8Array(0) },
      after: new Uint8Array(4),
    })),
  ),
  onArchive('descriptor-disagrees', 'another checksum in the descriptor', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, crc32: 7 }) })),
  ),
  onArchive('descriptor-disagrees', 'another size in the descriptor', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, size: 7 }) })),
  ),
  onArchive('descriptor-disagrees', 'another compressed size in the descriptor', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, compressedSize: 7 }) })),
  ),
  onArchive('descriptor-disagrees', 'another signature before the descriptor', () =>
    describedSlide((entry) => described({ ...entry, descriptor: fields([4, 0x08074b51], descriptorOf(figures, 4, false)) })),
  ),
  onArchive('descriptor-disagrees', 'a wide descriptor without signature that differs', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, size: 7 }, 8, false) })),
  ),
  onArchive('descriptor-disagrees', 'a wide descriptor that differs', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, size: 7 }, 8) })),
  ),
  onArchive('descriptor-disagrees', 'a wide descriptor with another signature', () =>
    describedSlide((entry) => described({ ...entry, descriptor: fields([4, 0x08074b51], descriptorOf(figures, 8, false)) })),
  ),
  onArchive('descriptor-disagrees', 'a short descriptor that differs', () =>
    describedSlide((entry) => described({ ...entry, descriptor: descriptorOf({ ...figures, crc32: 7 }, 4, false) })),
  ),
  onArchive('bytes-between', 'a descriptor without the flag', () =>
    slide({ descriptor: descriptorOf(correct({ name: 'slides/01.html', content: HTML }).fields) }),
  ),
];
