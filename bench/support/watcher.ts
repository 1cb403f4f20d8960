import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import type { LiveEvent } from '#shared/live.ts';
import type { TestUser } from '#server/testing/people.ts';

/** A minimal client of the event stream. It uses little processor time because it runs on the machine that is measured. */
export class Watcher {
  readonly caughtUp: Promise<void>;
  /** Called for every event. */
  onEvent: (event: LiveEvent) => void = () => undefined;
  readonly #outgoing: ClientRequest;
  readonly #closed: Promise<void>;
  #rest = '';

  constructor(origin: string, who: TestUser, deckId: string) {
    const input = JSON.stringify({ streamId: randomUUID(), decks: [{ id: deckId, since: null }] });
    const ready = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    this.caughtUp = ready.promise;
    this.#closed = closed.promise;
    const url = `${origin}/api/trpc/live.watch?${new URLSearchParams({ input }).toString()}`;
    this.#outgoing = request(url, { headers: { cookie: who.cookie }, agent: false }, (incoming) => {
      incoming.on('error', () => undefined).setEncoding('utf8');
      incoming.on('data', (text: string) => this.#read(text, ready.resolve));
    });
    this.#outgoing.on('error', ready.reject).once('close', closed.resolve).end();
  }

  async close(): Promise<void> {
    this.#outgoing.on('error', () => undefined).destroy();
    await this.#closed;
  }

  #read(text: string, onCaughtUp: () => void): void {
    const frames = (this.#rest + text).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (\{.*\})$/m.exec(frame)?.[1];
      if (data === undefined || frame.startsWith('event:') || frame.startsWith('retry:')) continue;
      const event = JSON.parse(data) as LiveEvent;
      if (event.kind === 'caught-up') onCaughtUp();
      this.onEvent(event);
    }
  }
}
