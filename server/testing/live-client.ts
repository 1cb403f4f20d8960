import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { errorEnvelopeSchema } from '#shared/errors.ts';
import { type LiveEvent, liveEventSchema } from '#shared/live.ts';

export interface WatchWish {
  readonly streamId: string;
  readonly decks: readonly { readonly id: string; readonly since: number | null }[];
}

type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { readonly kind: Kind }>;

const shapeSchema = z.object({ data: errorEnvelopeSchema.shape.error });

/** A client of the event stream, as a browser's `EventSource` is one, but that it does not come back by itself. */
export class LiveClient {
  /** In the order in which they came. */
  readonly events: LiveEvent[] = [];
  /** The id of the last event. */
  lastEventId: string | null = null;
  /** After how long the server asks it to come back. */
  retryMilliseconds: number | null = null;
  isConnected = false;
  /** The code of what the server ended it with; null: it has not. */
  refusal: string | null = null;
  isOver = false;
  readonly closed: Promise<void>;
  readonly #outgoing: ReturnType<typeof request>;
  #incoming: IncomingMessage | null = null;
  #rest = '';

  /** @param after the id of the last event that is known */
  constructor(address: string, headers: Readonly<Record<string, string>>, wish: WatchWish, after: string | null = null) {
    const query = new URLSearchParams({ input: JSON.stringify(wish) }).toString();
    const again = after === null ? {} : { 'last-event-id': after };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#outgoing = request(`${address}/api/trpc/live.watch?${query}`, { headers: { ...headers, ...again }, agent: false });
    // A broken connection is followed by `close`.
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

  /** Numbers of the kept changes, in the order in which they were told. */
  get numbers(): number[] {
    return this.events.flatMap((event) => ('seq' in event && event.kind !== 'caught-up' ? [event.seq] : []));
  }

  /** Waits until it is told everything that there was when it came. */
  async caughtUp(): Promise<this> {
    await eventually(() => this.of('caught-up').length > 0);
    return this;
  }

  /** Takes nothing any more, until `resume`. */
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
