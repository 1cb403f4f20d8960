import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { fileStem } from './download-name.ts';

/** A file of a zip archive that is made while it is sent. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  /** In bytes, if it is known. */
  readonly size?: number;
  /** Packages are archives themselves and gain nothing. */
  readonly isCompressed: boolean;
  readonly open: () => Readable | Promise<Readable>;
}

/**
 * The bytes of a zip archive. The next entry is asked for when the one before has been read, so that only one is in memory. The bytes fail
 * when an entry does, and when `signal` is aborted.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  // Typed as an older kind of stream, which it is not.
  const bytes = zip.outputStream as Readable;
  const fail = (fault: unknown) => bytes.destroy(fault instanceof Error ? fault : new Error(String(fault)));
  zip.on('error', fail);
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  fill(zip, entries, bytes, signal).catch(fail);
  return bytes;
}

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, bytes: Readable, signal: AbortSignal): Promise<void> {
  for await (const { name, modifiedAt, size, isCompressed, open } of entries) {
    if (bytes.destroyed) return;
    const stream = await open();
    const leave = () => stream.destroy();
    bytes.once('close', leave);
    zip.addReadStream(stream, name, { compress: isCompressed, mtime: modifiedAt, ...(size !== undefined && { size }) });
    await finished(stream, { writable: false, signal });
    bytes.off('close', leave);
  }
  zip.end();
}

/** The names of files in an archive. They are different on file systems that ignore case, too. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** A name that has not been given before. @param ending such as `.stage` */
  nameFor(title: string, ending: string): string {
    const stem = fileStem(title);
    for (let nth = 1; ; nth += 1) {
      const name = nth === 1 ? `${stem}${ending}` : `${stem} (${nth})${ending}`;
      const folded = name.normalize('NFC').toLowerCase();
      if (this.#taken.has(folded)) continue;
      this.#taken.add(folded);
      return name;
    }
  }
}
