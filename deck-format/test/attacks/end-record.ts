import { aDeck, aDeckAnd, aDeckWith } from '../a-deck.ts';
import { onArchive, onLimits, type Attack } from '../attack.ts';
import { extraField, fields, utf8 } from '../zip-maker.ts';

const endRecord = (count: number, size: number, offset: number, comment: number): Uint8Array =>
  fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, offset], [2, comment]);

/** Bytes that make some readers look for another directory. */
const hidden: readonly (readonly [string, () => Uint8Array])[] = [
  ['an end record', () => endRecord(1, 100, 5, 0)],
  ['a ZIP64 end record and its locator', () => zip64({ offset: 0, size: 46, count: 1, endsAt: 0 })],
  ['the signature of a ZIP64 locator', () => fields([4, 0x07064b50])],
  ['the signature of a ZIP64 end record', () => fields([4, 0x06064b50])],
];

/** Invalid end records. */
export const endRecordAttacks: readonly Attack[] = [
  onArchive('not-a-zip', 'an empty file', () => new Uint8Array(0)),
  onArchive('not-a-zip', 'three bytes', () => utf8('PK\u0003')),
  onArchive('not-a-zip', 'an HTML page', () => utf8('<!doctype html><title>This is no archive</title>')),
  onArchive('not-a-zip', 'a gzip file', () => Buffer.concat([Uint8Array.of(0x1f, 0x8b, 8, 0), new Uint8Array(60)])),
  onArchive('end-record-missing', 'cut off in the middle of an entry', () => aDeck().slice(0, 200)),
  onArchive('end-record-missing', 'cut off before the end record', () => aDeck().slice(0, -22)),
  onArchive('bytes-after-end', 'cut off in the middle of a comment', () =>
    aDeck({ comment: utf8('a comment'), commentLength: 20 }),
  ),
  onArchive('end-record-missing', 'cut off in the end record, before its signature is whole', () => aDeck().slice(0, -20)),
  onArchive('bytes-after-end', 'the last byte of the end record is missing', () => aDeck().slice(0, -1)),
  onArchive('bytes-after-end', 'one byte after the end record', () => aDeck({ afterEnd: Uint8Array.of(0) })),
  onArchive('bytes-after-end', '40 KB of script after the end record', () => aDeck({ afterEnd: utf8('<script>'.repeat(5000)) })),
  onArchive('bytes-after-end', 'the comment is longer than declared', () =>
    aDeck({ comment: utf8('a comment'), commentLength: 3 }),
  ),
  onArchive('end-record-ambiguous', 'a second end record in the comment that fits as well', () =>
    aDeck({ comment: endRecord(0, 0, 0, 0) }),
  ),
  onArchive('end-record-ambiguous', 'the signature of an end record in the comment', () =>
    aDeck({ comment: fields([4, 0x06054b50], utf8('and more')) }),
  ),
  onArchive('end-record-ambiguous', 'an outer end record whose comment is a whole second archive', () => {
    const inner = aDeck();
    return Buffer.concat([endRecord(0, 0, 0, inner.length), inner]);
  }),
  ...hidden.map(([what, bytes]) =>
    onArchive('end-record-hidden', `${what} in the comment of an entry`, () =>
      aDeckWith('slides/01.html', (entry) => ({ ...entry, central: { comment: new TextDecoder().decode(bytes()) } })),
    ),
  ),
  onArchive('end-record-hidden', 'an end record in an extra field of the directory', () =>
    aDeckWith('slides/01.html', (entry) => ({ ...entry, central: { extra: extraField(0xcafe, endRecord(0, 0, 0, 0)) } })),
  ),
  onArchive('end-record-hidden', 'ZIP64 end records in the stored entry right before the directory', () =>
    aDeckAnd({ name: 'z.bin', content: zip64({ offset: 0, size: 0, count: 0, endsAt: 0 }), stored: true }),
  ),
  onArchive('comment-too-long', 'a comment of 4 KB', () => aDeck({ comment: new Uint8Array(4096).fill(0x41) })),
  onArchive('comment-too-long', 'a comment of the maximum length', () => aDeck({ comment: new Uint8Array(0xffff).fill(0x41) })),
  onArchive('multi-disk', 'the end record names disk 1', () => aDeck({ end: { disk: 1 } })),
  onArchive('multi-disk', 'the directory begins on disk 1', () => aDeck({ end: { directoryDisk: 1 } })),
  onArchive('multi-disk', 'fewer entries on this disk than in all', () => aDeck({ end: { countHere: 3 } })),
  onArchive('multi-disk', 'an entry begins on disk 1', () =>
    aDeckWith('slides/01.html', (entry) => ({ ...entry, central: { disk: 1 } })),
  ),
  onArchive('directory-misplaced', 'the directory is declared one byte too short', () => aDeck({ end: { size: 200 } })),
  onArchive('directory-misplaced', 'the directory is declared to begin one byte early', () => aDeck({ end: { offset: 100 } })),
  onArchive('directory-misplaced', 'the directory is declared past the end of the file', () =>
    aDeck({ end: { offset: 0x7fffffff } }),
  ),
  onArchive('directory-misplaced', 'a program before the archive (self-extracting)', () =>
    Buffer.concat([utf8('MZ program'), aDeck()]),
  ),
  onArchive('directory-misplaced', 'bytes between directory and end record', () => aDeck({ afterDirectory: utf8('hidden') })),
  onArchive('directory-count', 'one entry too many declared', () => aDeck({ end: { count: 5, countHere: 5 } })),
  onArchive('directory-count', 'one entry too few declared', () => aDeck({ end: { count: 3, countHere: 3 } })),
  onArchive('directory-count', 'no entry declared, but four present', () => aDeck({ end: { count: 0, countHere: 0 } })),
  onArchive('zip64-disagrees', 'values of ones without ZIP64 records', () => aDeck({ end: { offset: 0xffffffff } })),
  onArchive('zip64-disagrees', 'ZIP64 locator that points elsewhere', () =>
    aDeck({ zip64: (place) => zip64({ ...place, endsAt: 0 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 locator without a record before it', () =>
    aDeck({ zip64: ({ endsAt }) => fields([4, 0x07064b50], [4, 0], [8, endsAt], [4, 1]) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 locator on a second disk', () =>
    aDeck({ zip64: (place) => zip64(place, { locatorDisk: 1 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 locator that counts two disks', () =>
    aDeck({ zip64: (place) => zip64(place, { disks: 2 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record with another count', () =>
    aDeck({ zip64: (place) => zip64({ ...place, count: 3 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record with another directory size', () =>
    aDeck({ zip64: (place) => zip64({ ...place, size: 46 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record with another directory offset', () =>
    aDeck({ zip64: (place) => zip64({ ...place, offset: 0 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record whose two counts differ', () =>
    aDeck({ zip64: (place) => zip64(place, { countHere: 1 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record on disk 1', () => aDeck({ zip64: (place) => zip64(place, { disk: 1 }) })),
  onArchive('zip64-disagrees', 'ZIP64 record whose directory is on disk 1', () =>
    aDeck({ zip64: (place) => zip64(place, { directoryDisk: 1 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record that declares to be longer', () =>
    aDeck({ zip64: (place) => zip64(place, { recordSize: 60 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 record without its signature', () =>
    aDeck({ zip64: (place) => zip64(place, { signature: 0 }) }),
  ),
  onArchive('zip64-disagrees', 'ZIP64 locator at the very beginning of the file', () =>
    Buffer.concat([fields([4, 0x07064b50], [4, 0], [8, 0], [4, 1]), endRecord(0, 0, 0, 0)]),
  ),
  onArchive('directory-misplaced', 'bytes between directory and ZIP64 record', () =>
    aDeck({ afterDirectory: utf8('hidden'), zip64: (place) => zip64({ ...place, endsAt: place.endsAt + 6 }) }),
  ),
  onLimits('entries', '10,001 entries declared', () => aDeck({ end: { count: 10_001, countHere: 10_001 } })),
  onLimits('directoryBytes', 'a directory of 5 MiB declared', () => aDeck({ end: { size: 5 * 1024 * 1024 } })),
];

interface Zip64Changes {
  readonly locatorDisk?: number;
  readonly disks?: number;
  readonly countHere?: number;
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly recordSize?: number;
  readonly signature?: number;
}

/** A ZIP64 end record and its locator for the directory at `place`, valid except for the changes. */
export function zip64(
  place: { offset: number; size: number; count: number; endsAt: number },
  changes: Zip64Changes = {},
): Uint8Array {
  return fields(
    [4, changes.signature ?? 0x06064b50],
    [8, changes.recordSize ?? 44],
    [2, 45],
    [2, 45],
    [4, changes.disk ?? 0],
    [4, changes.directoryDisk ?? 0],
    [8, changes.countHere ?? place.count],
    [8, place.count],
    [8, place.size],
    [8, place.offset],
    [4, 0x07064b50],
    [4, changes.locatorDisk ?? 0],
    [8, place.endsAt],
    [4, changes.disks ?? 1],
  );
}
