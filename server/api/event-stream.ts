import type { ServerResponse } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';

/** What a client waits for a sign of life before it opens the stream anew; several pings are missed then. */
const SILENCE_MILLISECONDS = 45_000;
/** A client that takes nothing for so long is gone, or as good as that. */
const STALL_MILLISECONDS = 30_000;
/** Text that is gathered before it is handed on. */
const CHUNK_CHARACTERS = 64 * 1024;
/** After which a browser comes back; spread, so that they do not all come at once. */
const RETRY_MILLISECONDS = { from: 300, to: 1500 };

const PING = 'event: ping\ndata: \n\n';
/** The names are tRPC's. */
const RETURN = 'event: return\ndata: \n\n';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // `no-transform` keeps compression away, which would hold events back; nginx asks for the third.
  'Cache-Control': 'no-cache, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** One response that goes on, as server-sent events. What is written in one go leaves as one chunk. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #abort = new AbortController();
  #pending = '';
  #isOver = false;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.once('close', () => {
      this.#isOver = true;
      this.#abort.abort();
    });
  }

  /** Aborted when nobody reads any more. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Tells everything there is, at the client's pace, and then that it is over. Rejects with what the values reject with. */
  async send(values: AsyncIterable<unknown>): Promise<void> {
    this.#begin();
    this.#write(`event: connected\ndata: {"reconnectAfterInactivityMs":${SILENCE_MILLISECONDS}}\n\n`);
    for await (const value of values) {
      this.#write(frameOf(value));
      if (this.#pending.length > CHUNK_CHARACTERS) this.#flush();
      if (this.#response.writableNeedDrain) await this.#drained();
      if (this.#isOver) return;
    }
    this.#write(RETURN);
    this.#end();
  }

  /** @param shape the error as tRPC's client reads it */
  fail(shape: unknown): void {
    if (this.#isOver) return;
    this.#begin();
    this.#write(`event: serialized-error\ndata: ${JSON.stringify(shape)}\n\n`);
    this.#end();
  }

  ping(): void {
    if (!this.#response.headersSent || this.#isOver || this.#response.writableNeedDrain) return;
    this.#write(PING);
  }

  #begin(): void {
    if (this.#response.headersSent || this.#isOver) return;
    const retry = RETRY_MILLISECONDS.from + Math.random() * (RETRY_MILLISECONDS.to - RETRY_MILLISECONDS.from);
    this.#response.writeHead(200, HEADERS);
    this.#write(`retry: ${Math.round(retry)}\n`);
  }

  #write(text: string): void {
    if (this.#isOver) return;
    if (this.#pending === '') process.nextTick(() => this.#flush());
    this.#pending += text;
  }

  #flush(): void {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '' && !this.#response.writableEnded) this.#response.write(text);
  }

  #end(): void {
    this.#flush();
    this.#isOver = true;
    this.#response.end();
    this.#abort.abort();
  }

  async #drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stall = setTimeout(() => this.#response.destroy(), STALL_MILLISECONDS);
    this.#response.once('drain', resolve).once('close', resolve);
    await promise;
    clearTimeout(stall);
    this.#response.off('drain', resolve).off('close', resolve);
  }
}

/** An event may be told to many: its text is made once. */
const texts = new WeakMap<object, string>();

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function frameOf(value: unknown): string {
  if (!isTrackedEnvelope(value)) return `data: ${textOf(value)}\n\n`;
  const [id, data] = value;
  return `data: ${textOf(data)}\nid: ${id}\n\n`;
}
