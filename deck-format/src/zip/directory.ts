import { archiveFault, PackageError, type FaultSink } from '../errors.ts';
import { readExactly, type RandomAccessSource } from '../source.ts';
import { END_SIGNATURES, type DirectoryPlace } from './end-record.ts';
import { containsSignature, viewOf } from './fields.ts';
import { DIRECTORY_RECORD_SIGNATURE, DIRECTORY_RECORD_SIZE, readRecord, type ZipEntry } from './record.ts';

/**
 * Reads the records of the directory (APPNOTE 4.3.12), in at most one read.
 *
 * @throws PackageError if the records cannot be separated
 */
export async function readDirectory(source: RandomAccessSource, place: DirectoryPlace, report: FaultSink): Promise<ZipEntry[]> {
  const bytes = await directoryBytes(source, place);
  if (END_SIGNATURES.some((signature) => containsSignature(bytes, signature))) report(archiveFault('end-record-hidden'));
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < view.byteLength) {
    const end = recordEnd(view, at);
    if (entries.length === place.count) throw new PackageError(archiveFault('directory-count'));
    entries.push(readRecord(view, at, { report, hasZip64End: place.hasZip64End }));
    at = end;
  }
  if (entries.length !== place.count) throw new PackageError(archiveFault('directory-count'));
  return entries;
}

async function directoryBytes(source: RandomAccessSource, place: DirectoryPlace): Promise<Uint8Array> {
  const tailStart = source.size - place.tail.length;
  if (place.offset < tailStart) return readExactly(source, place.offset, place.size);
  return place.tail.subarray(place.offset - tailStart, place.offset - tailStart + place.size);
}

function recordEnd(view: DataView, at: number): number {
  const broken = (): never => {
    throw new PackageError(archiveFault('directory-broken'));
  };
  const body = at + DIRECTORY_RECORD_SIZE;
  if (body > view.byteLength || view.getUint32(at, true) !== DIRECTORY_RECORD_SIGNATURE) return broken();
  const end = body + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  return end > view.byteLength ? broken() : end;
}
