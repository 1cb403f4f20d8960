import type { ServerResponse } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';
import { EVENT_STREAM_HEADERS } from '#server/http/event-stream-headers.ts';

/** After this time without data the client opens the stream again. It has then missed several pings. */
const SILENCE_MILLISECONDS = 45_000;
/** A client that reads nothing for this long is disconnected. */
const STALL_MILLISECONDS = 30_000;
/** The length of buffered text that is written at once. */
const CHUNK_CHARACTERS = 64 * 1024;
/** The random delay before a browser reconnects, so that not all browsers reconnect at the same time. */
const RETRY_MILLISECONDS = { from: 300, to: 1500 };

const PING = 'event: ping\ndata: \n\n';
/** The names of the events are defined by tRPC. */
const RETURN = 'event: return\ndata: \n\n';

/** A response that sends server-sent events. Events that are written in the same turn of the event loop are sent as one chunk. */
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

  /** Aborted when the connection is closed or the stream has ended. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Sends all values, only as fast as the client reads, and then ends the stream. Rejects if the values reject. */
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

  /** @param shape the error in the form of tRPC's client */
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
    this.#response.writeHead(200, EVENT_STREAM_HEADERS);
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

/** The JSON texts of events. The same event can be sent to many clients, but is serialized once. */
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
