import { addAbortSignal, Readable } from 'node:stream';

import type { Abortable } from './blob-store.ts';
import { BlobSizeError, StorageUnavailableError } from './storage-errors.ts';

/** The maximum wait for the next byte in milliseconds, while the reader is waiting. */
const STALL_MS = 30_000;

export interface ExactOptions extends Abortable {
  /** A name of what is read, for messages. */
  readonly what: string;
  /** The expected number of bytes. */
  readonly length: number;
  /** The maximum wait for the next byte in milliseconds. The time in which the reader does not read does not count. */
  readonly stallMs?: number | undefined;
  /** Converts an error of the source to one of the store. */
  readonly toError: (error: unknown) => Error;
}

/**
 * Passes on the bytes of the source if they are exactly `length`. Otherwise the stream fails with `BlobSizeError` instead of ending. It
 * owns the source: when the stream has closed, the source has closed as well.
 */
export function exactly(source: Readable, options: ExactOptions): Readable {
  const stream = new ExactStream(source, options);
  return options.signal ? addAbortSignal(options.signal, stream) : stream;
}

class ExactStream extends Readable {
  readonly #source: Readable;
  readonly #options: ExactOptions;
  #received = 0;
  #stall: NodeJS.Timeout | undefined;

  constructor(source: Readable, options: ExactOptions) {
    super();
    this.#source = source;
    this.#options = options;
    // An error before there is a listener must not end the process. A later reader still gets it.
    this.on('error', () => undefined);
    source.pause();
    source.on('data', (chunk: Uint8Array) => this.#take(chunk));
    source.on('end', () => this.#finish());
    source.on('error', (error) => this.destroy(options.toError(error)));
    source.on('close', () => this.#onClose());
  }

  override _read(): void {
    this.#expectBytes();
    this.#source.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#stall);
    if (this.#source.closed) return done(error);
    this.#source.once('close', () => done(error));
    this.#source.destroy();
  }

  #take(chunk: Uint8Array): void {
    this.#received += chunk.length;
    if (this.#received > this.#options.length) this.destroy(this.#wrongSize());
    else if (this.push(chunk)) this.#expectBytes();
    else this.#pause();
  }

  #pause(): void {
    clearTimeout(this.#stall);
    this.#source.pause();
  }

  #finish(): void {
    clearTimeout(this.#stall);
    if (this.#received === this.#options.length) this.push(null);
    else this.destroy(this.#wrongSize());
  }

  /** If the source closes without an end, the connection was cut. */
  #onClose(): void {
    if (!this.#source.readableEnded) this.destroy(new StorageUnavailableError(`${this.#options.what} broke off`));
  }

  #expectBytes(): void {
    clearTimeout(this.#stall);
    const { what, stallMs = STALL_MS } = this.#options;
    const giveUp = (): void => void this.destroy(new StorageUnavailableError(`${what}: no byte for ${stallMs} ms`));
    this.#stall = setTimeout(giveUp, stallMs);
  }

  #wrongSize(): Error {
    return new BlobSizeError(this.#options.what, this.#options.length, this.#received);
  }
}
