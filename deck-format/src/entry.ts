import { DEFLATE } from './zip/record.ts';
import type { Extent } from './zip/extents.ts';

/** A file of a package, as the archive's directory describes it. Sizes are in bytes. */
export interface EntryInfo {
  /** Normalized package path. */
  readonly path: string;
  readonly method: 'stored' | 'deflate';
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
}

/**
 * The location of a verified file, which is enough to serve it without parsing the archive again. Its data are the `compressedSize`
 * bytes of the package at `offset`. The record can be stored as JSON. Only `verify` returns records.
 */
export interface EntryRecord extends EntryInfo {
  readonly offset: number;
  /**
   * HTML files only: the position at which `insertAfterDoctype` inserts a script element, in bytes of the unpacked file. Null if no
   * element can be inserted.
   */
  readonly scriptAt?: number | null;
}

/** The public description of an entry. The method of an entry without data is `stored`. */
export function entryInfo(path: string, { entry }: Extent): EntryInfo {
  return {
    path,
    method: entry.method === DEFLATE && entry.compressedSize > 0 ? 'deflate' : 'stored',
    compressedSize: entry.compressedSize,
    size: entry.size,
    crc32: entry.crc32,
  };
}
