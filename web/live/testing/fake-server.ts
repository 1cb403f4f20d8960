import type { LiveEvent } from '#shared/live.ts';
import { Fault } from '#web/lib/fault.ts';
import type { OpenStream, StreamListener, Watched } from '#web/live/server-stream.ts';

interface Stream extends Watched {
  readonly streamId: string;
  readonly listener: StreamListener;
  open: boolean;
}

/** Counts changes of decks and sends them like the server's `live.watch`. */
export class FakeServer {
  readonly #seqs = new Map<string, number>();
  readonly #streams = new Set<Stream>();
  reachable = true;
  opened = 0;

  readonly open: OpenStream = ({ streamId, decks, library }, listener) => {
    this.opened++;
    const stream: Stream = { streamId, decks, library, listener, open: false };
    this.#streams.add(stream);
    queueMicrotask(() => this.#answer(stream));
    return () => void this.#streams.delete(stream);
  };

  seq(deckId: string): number {
    return this.#seqs.get(deckId) ?? 0;
  }

  streams(): readonly Stream[] {
    return [...this.#streams].filter(({ open }) => open);
  }

  /** A change of the deck. */
  change(deckId: string): void {
    const seq = this.seq(deckId) + 1;
    this.#seqs.set(deckId, seq);
    this.send({ kind: 'deck', deckId, seq });
  }

  send(event: LiveEvent): void {
    const concerns = ({ decks, library }: Stream) =>
      event.kind === 'library' ? library : decks.some(({ id }) => id === event.deckId);
    for (const stream of this.streams()) if (concerns(stream)) stream.listener.onEvent(event);
  }

  /** Breaks all connections. */
  breakStreams(): void {
    const broken = this.streams();
    this.#streams.clear();
    for (const { listener } of broken) listener.onEnd(new Fault('OFFLINE', ''));
  }

  #answer(stream: Stream): void {
    if (!this.#streams.has(stream)) return;
    if (!this.reachable) {
      this.#streams.delete(stream);
      return stream.listener.onEnd(new Fault('OFFLINE', ''));
    }
    stream.open = true;
    stream.listener.onOpen();
    for (const { id, since } of stream.decks) {
      const now = this.seq(id);
      for (let seq = (since ?? now) + 1; seq <= now; seq++) stream.listener.onEvent({ kind: 'deck', deckId: id, seq });
      stream.listener.onEvent({ kind: 'caught-up', deckId: id, seq: now });
    }
    return undefined;
  }
}
