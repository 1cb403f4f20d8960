import { readExactly, type RandomAccessSource } from '../source.ts';

/** Bytes per read: a compromise between the number of reads and memory. */
const CHUNK = 128 * 1024;

/** Reads a source sequentially in large chunks. It returns views that stay valid. */
export class ForwardReader {
  readonly #source: RandomAccessSource;
  readonly #end: number;
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  #chunkEnd: number;

  constructor(source: RandomAccessSource, start: number, end: number) {
    this.#source = source;
    this.#chunkEnd = start;
    this.#end = end;
  }

  /** Sets the position. The current chunk is kept if it contains the position. */
  moveTo(offset: number): void {
    const ahead = offset - (this.#chunkEnd - this.#chunk.length);
    const within = ahead >= 0 && ahead <= this.#chunk.length;
    this.#at = within ? ahead : 0;
    if (!within) {
      this.#chunk = new Uint8Array(0);
      this.#chunkEnd = offset;
    }
  }

  /** The next `length` bytes in one array. Meant for headers. */
  async take(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length);
    let filled = 0;
    for await (const piece of this.stream(length)) {
      if (piece.length === length) return piece;
      taken.set(piece, filled);
      filled += piece.length;
    }
    return taken;
  }

  /** The next `length` bytes in chunks. */
  async *stream(length: number): AsyncIterable<Uint8Array> {
    for (let left = length; left > 0;) {
      if (this.#at === this.#chunk.length) await this.#readChunk();
      const piece = this.#chunk.subarray(this.#at, this.#at + left);
      this.#at += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  async #readChunk(): Promise<void> {
    const length = Math.min(CHUNK, this.#end - this.#chunkEnd);
    this.#chunk = await readExactly(this.#source, this.#chunkEnd, length);
    this.#chunkEnd += length;
    this.#at = 0;
  }
}
