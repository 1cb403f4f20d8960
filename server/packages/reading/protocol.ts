import type { PackageFault } from 'deck-format';
import type { VerifiedPackage } from './read-package.ts';

/** What the server sends to a reader process, one at a time. */
export interface ReadRequest {
  /** Of the file to read. */
  readonly path: string;
  /** Bytes that the file may have. */
  readonly maxBytes: number;
}

/** What a reader process sends for each request. */
export type ReadAnswer =
  | { readonly kind: 'verified'; readonly package: VerifiedPackage }
  | { readonly kind: 'refused'; readonly fault: PackageFault; readonly message: string }
  /** The file could not be read, or the reader has a fault. `report` is for the log. */
  | { readonly kind: 'failed'; readonly report: string };

/** What a reader process sends once, when it can take requests. */
export const READY = 'ready';
