import { DEFLATE } from './zip/record.ts';
import type { Tile } from './zip/tiles.ts';

/** What the archive's directory says of one file. Sizes in bytes. */
export interface EntryInfo {
  /** Normalized package path. */
  readonly path: string;
  readonly method: 'stored' | 'deflate';
  readonly compressedSize: number;
  readonly size: number;
  readonly crc32: number;
}

/**
 * What it takes to serve a file without the archive being parsed again: the data are the `compressedSize` bytes
 * of the package from `offset` on. Plain JSON. Only verification gives these out, so whoever holds one
 * holds a proven one.
 */
export interface EntryRecord extends EntryInfo {
  readonly offset: number;
  /** HTML files only: where `insertAfterDoctype` puts a script element, in bytes of the unpacked file; null: nowhere. */
  readonly scriptAt?: number | null;
}

/** The public face of a directory record under its package path. An entry without a byte of data is `stored`. */
export function entryInfo(path: string, { entry }: Tile): EntryInfo {
  return {
    path,
    method: entry.method === DEFLATE && entry.compressedSize > 0 ? 'deflate' : 'stored',
    compressedSize: entry.compressedSize,
    size: entry.size,
    crc32: entry.crc32,
  };
}
