/** archiver has no types. These are the types of the class that the tests use. */
declare module 'archiver' {
  import type { Readable } from 'node:stream';

  export class ZipArchive extends Readable {
    constructor(options?: { zlib?: { level?: number }; forceZip64?: boolean; store?: boolean });
    append(source: Uint8Array | Readable, data: { name: string }): this;
    finalize(): Promise<void>;
  }
}
