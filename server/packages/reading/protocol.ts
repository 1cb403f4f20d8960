import type { PackageFault } from 'deck-format';
import type { VerifiedPackage } from './read-package.ts';

/** A request of the server to a reader process. The server sends one at a time. */
export interface ReadRequest {
  /** The path of the file to read. */
  readonly path: string;
  /** The maximum size of the file in bytes. */
  readonly maxBytes: number;
}

/** The answer of a reader process to a request. */
export type ReadAnswer =
  | { readonly kind: 'verified'; readonly package: VerifiedPackage }
  | { readonly kind: 'refused'; readonly fault: PackageFault; readonly message: string }
  /** The file could not be read, or the reader has a fault. `report` is for the log. */
  | { readonly kind: 'failed'; readonly report: string };

/** The message that a reader process sends when it can accept requests. */
export const READY = 'ready';
