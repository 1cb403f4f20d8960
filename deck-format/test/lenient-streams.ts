import { Duplex } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** A `DecompressionStream` that ignores bytes after the end of the stream, like those of some browsers. */
export class LenientDecompressionStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;

  constructor() {
    const inflater = createInflateRaw();
    const chunks: Uint8Array[] = [];
    const done = new Promise<void>((resolve, reject) => {
      inflater
        .on('data', (chunk: Uint8Array) => chunks.push(chunk))
        .on('end', resolve)
        .on('error', reject);
    });
    done.catch(() => undefined);
    this.readable = new ReadableStream({
      async pull(controller) {
        await done;
        for (const chunk of chunks.splice(0)) controller.enqueue(chunk);
        controller.close();
      },
    });
    this.writable = Duplex.toWeb(inflater).writable;
  }
}
