import { deflateRawSync } from 'node:zlib';
import { aDeckWith, HTML } from '../a-deck.ts';
import { onArchive, type Attack } from '../attack.ts';
import { utf8, type RawEntry } from '../zip-maker.ts';

const slide = (change: Partial<RawEntry>): Uint8Array => aDeckWith('slides/01.html', (entry) => ({ ...entry, ...change }));
const deflated = (): Buffer => deflateRawSync(HTML);
/** The HTML as a deflate stream of stored blocks, whose structure is at known positions. */
const inBlocks = (): Buffer => deflateRawSync(HTML, { level: 0 });

function flipped(bytes: Uint8Array, at: number, mask = 1): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ mask : byte));
}

/** Entries whose data do not match their headers. */
export const contentAttacks: readonly Attack[] = [
  onArchive('crc-wrong', 'one bit of a stored picture flipped', () =>
    aDeckWith('assets/dot.png', (entry) => ({ ...entry, data: flipped(utf8('not really a picture, but stored'), 5) })),
  ),
  onArchive('crc-wrong', 'the checksum of another text of the same length', () =>
    slide({ data: deflateRawSync(HTML.replace('Lorem', 'lorem')) }),
  ),
  onArchive('crc-wrong', 'a letter changed in a stored deflate block', () => slide({ data: flipped(inBlocks(), 100) })),
  onArchive('crc-wrong', 'a wrong checksum in both headers', () => slide({ both: { crc32: 0x12345678 } })),
  onArchive('size-wrong', 'unpacks to one byte more than declared', () => slide({ both: { size: HTML.length - 1 } })),
  onArchive('size-wrong', 'unpacks to one byte less than declared', () => slide({ both: { size: HTML.length + 1 } })),
  onArchive('size-wrong', 'unpacks to 50 MB instead of 50 KB', () =>
    slide({ data: deflateRawSync(new Uint8Array(50_000_000)), both: { size: 50_000 } }),
  ),
  onArchive('size-wrong', 'declares bytes and has none', () => slide({ data: deflateRawSync(''), both: { size: 100 } })),
  onArchive('size-wrong', 'a size of zero over a page', () => slide({ both: { size: 0, crc32: 0 } })),
  onArchive('deflate-trailing', 'one byte after the end of the stream', () =>
    slide({ data: Buffer.concat([deflated(), Uint8Array.of(0)]) }),
  ),
  onArchive('deflate-trailing', 'a second stream after the first', () =>
    slide({ data: Buffer.concat([deflated(), deflateRawSync('<script>evil()</script>')]) }),
  ),
  onArchive('deflate-trailing', '1 KB after the end of the stream', () =>
    slide({ data: Buffer.concat([deflated(), Buffer.alloc(1000, 65)]) }),
  ),
  onArchive('deflate-broken', 'the stream lacks its last byte', () => slide({ data: deflated().subarray(0, -1) })),
  onArchive('deflate-broken', 'the stream is cut in half', () => slide({ data: deflated().subarray(0, 60) })),
  onArchive('deflate-broken', 'no final block', () => slide({ data: flipped(inBlocks(), 0) })),
  onArchive('deflate-broken', 'a block of the reserved type', () =>
    slide({ data: Buffer.concat([Uint8Array.of(0x07), deflated()]) }),
  ),
  onArchive('deflate-broken', 'a stored block whose two lengths disagree', () => slide({ data: flipped(inBlocks(), 3) })),
  onArchive('deflate-broken', 'a distance before the beginning', () =>
    slide({ data: Uint8Array.of(0x4b, 0x04, 0x62, 0x00), both: { size: 100 } }),
  ),
  onArchive('deflate-broken', 'plain text marked as deflated', () => slide({ data: utf8(HTML) })),
  onArchive('crc-wrong', 'no data, but a checksum', () => slide({ data: new Uint8Array(0), both: { size: 0, crc32: 1 } })),
  onArchive('crc-wrong', 'a damaged manifest', () => aDeckWith('manifest.json', (entry) => ({ ...entry, both: { crc32: 1 } }))),
  onArchive('crc-wrong', 'a damaged file among the junk files', () =>
    aDeckWith('assets/dot.png', (entry) => ({ ...entry, name: '__MACOSX/._dot.png', both: { crc32: 1 } })),
  ),
];
