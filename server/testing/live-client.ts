import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { errorEnvelopeSchema } from '#shared/errors.ts';
import { type LiveEvent, liveEventSchema } from '#shared/live.ts';

export interface WatchWish {
  readonly streamId: string;
  readonly decks: readonly { readonly id: string; readonly since: number | null }[];
  readonly library?: boolean;
}

type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { readonly kind: Kind }>;

const shapeSchema = z.object({ data: errorEnvelopeSchema.shape.error });

/** A client of the event stream like a browser's `EventSource`, but without automatic reconnection. */
export class LiveClient {
  /** The events in the order of their arrival. */
  readonly events: LiveEvent[] = [];
  /** The id of the last event. */
  lastEventId: string | null = null;
  /** The delay after which the server asks the client to reconnect. */
  retryMilliseconds: number | null = null;
  isConnected = false;
  /** The error code with which the server has ended the stream; null if it has not. */
  refusal: string | null = null;
  isOver = false;
  readonly closed: Promise<void>;
  readonly #outgoing: ReturnType<typeof request>;
  #incoming: IncomingMessage | null = null;
  #rest = '';

  /** @param after the id of the last known event */
  constructor(address: string, headers: Readonly<Record<string, string>>, wish: WatchWish, after: string | null = null) {
    const query = new URLSearchParams({ input: JSON.stringify(wish) }).toString();
    const again = after === null ? {} : { 'last-event-id': after };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#outgoing = request(`${address}/api/trpc/live.watch?${query}`, { headers: { ...headers, ...again }, agent: false });
    // `close` follows the error of a broken connection.
    this.#outgoing.on('error', () => undefined).once('response', (incoming) => this.#open(incoming));
    this.#outgoing.once('close', () => {
      this.isOver = true;
      resolve();
    });
    this.#outgoing.end();
  }

  of<Kind extends LiveEvent['kind']>(kind: Kind): EventOf<Kind>[] {
    return this.events.filter((event): event is EventOf<Kind> => event.kind === kind);
  }

  /** The numbers of the changes, in the order of their arrival. */
  get numbers(): number[] {
    return this.events.flatMap((event) => ('seq' in event && event.kind !== 'caught-up' ? [event.seq] : []));
  }

  /**
   * Waits until the stream has sent everything that existed when it was opened.
   *
   * @throws Error if the server has refused or ended it before
   */
  async caughtUp(): Promise<this> {
    const hasCaughtUp = () => this.of('caught-up').length > 0;
    await eventually(() => hasCaughtUp() || this.isOver);
    if (!hasCaughtUp()) throw new Error(`the stream has ended early: ${this.#incoming?.statusCode}, ${this.refusal}`);
    return this;
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#incoming?.pause();
  }

  resume(): void {
    this.#incoming?.resume();
  }

  close(): void {
    this.#outgoing.destroy();
  }

  #open(incoming: IncomingMessage): void {
    this.#incoming = incoming;
    incoming.on('error', () => undefined).setEncoding('utf8');
    incoming.on('data', (text: string) => {
      const frames = (this.#rest + text).split('\n\n');
      this.#rest = frames.pop() ?? '';
      for (const frame of frames) this.#read(frame);
    });
  }

  #read(frame: string): void {
    const fields = new Map(
      frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const data = fields.get('data') ?? '';
    if (fields.has('retry')) this.retryMilliseconds = Number(fields.get('retry'));
    switch (fields.get('event')) {
      case 'connected':
        this.isConnected = true;
        break;
      case 'serialized-error':
        this.refusal = shapeSchema.parse(JSON.parse(data)).data.code;
        break;
      case undefined:
        this.lastEventId = fields.get('id') ?? null;
        this.events.push(liveEventSchema.parse(JSON.parse(data)));
    }
  }
}
