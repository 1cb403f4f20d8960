import { readUint64, viewOf } from './fields.ts';
import { refusal } from './local-header.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';

const SIGNATURE = 0x08074b50;

/**
 * Checks the bytes after the data of an entry. If the flag for it is set, they must be a data descriptor (APPNOTE 4.3.9) that matches
 * the directory, with or without signature and with sizes of four or eight bytes. Otherwise there must be none.
 *
 * @throws PackageError `descriptor-disagrees` or `bytes-between`
 */
export function checkDescriptor(rest: Uint8Array, entry: ZipEntry): void {
  if ((entry.flags & FLAG_DESCRIPTOR) === 0) {
    if (rest.length > 0) throw refusal('bytes-between', entry);
    return;
  }
  if (rest.length > 24) throw refusal('bytes-between', entry);
  if (!matches(rest, entry)) throw refusal('descriptor-disagrees', entry);
}

function matches(bytes: Uint8Array, entry: ZipEntry): boolean {
  const view = viewOf(bytes);
  switch (bytes.length) {
    case 12:
      return figuresAt(view, 0, 4, entry);
    case 16:
      return view.getUint32(0, true) === SIGNATURE && figuresAt(view, 4, 4, entry);
    case 20:
      return figuresAt(view, 0, 8, entry);
    case 24:
      return view.getUint32(0, true) === SIGNATURE && figuresAt(view, 4, 8, entry);
    default:
      return false;
  }
}

function figuresAt(view: DataView, at: number, width: 4 | 8, entry: ZipEntry): boolean {
  const figure = (place: number): number => (width === 4 ? view.getUint32(place, true) : readUint64(view, place));
  return (
    view.getUint32(at, true) === entry.crc32 && figure(at + 4) === entry.compressedSize && figure(at + 4 + width) === entry.size
  );
}
