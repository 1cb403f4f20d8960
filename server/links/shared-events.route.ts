import type { ServerResponse } from 'node:http';
import { EVENT_STREAM_HEADERS } from '#server/http/event-stream-headers.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sharedEventsQuery } from '#shared/shared-decks.ts';
import type { EventFrame, EventSink } from './event-sink.ts';
import type { LinkEvents } from './link-events.ts';
import type { SharedService } from './shared.service.ts';
import { visitorOf } from './visitor.route.ts';

/** What waits for a client when its connection is closed: it reads too slowly for what is drawn, or not at all. It may come back. */
const WAITING_MAX_BYTES = 256 * 1024;

interface Dependencies {
  readonly shared: Pick<SharedService<never>, 'open'>;
  readonly events: Pick<LinkEvents, 'watch'>;
}

/** `GET /api/shared/:token/events`: server-sent events for the page of a visitor. */
export function sharedEventsRoute({ shared, events }: Dependencies): Route {
  return {
    method: 'get',
    path: '/shared/:token/events',
    handler: async (request, response) => {
      const { seconds } = parsed(sharedEventsQuery, request.query);
      const visitor = visitorOf(request);
      if (request.method !== 'HEAD') return events.watch(visitor, () => new SseSink(response, seconds));
      await shared.open(visitor);
      response.writeHead(200, EVENT_STREAM_HEADERS).end();
      return undefined;
    },
  };
}

interface Waiting {
  readonly frame: EventFrame;
  readonly replaces: string | null;
}

/** Writes events with names, which a browser's `EventSource` reads: one at a time, so that what waits can be replaced. */
class SseSink implements EventSink {
  readonly #response: ServerResponse;
  #isWriting = false;
  #isEnding = false;
  /** Null while nothing waits, which is nearly always. */
  #waiting: Waiting[] | null = null;

  constructor(response: ServerResponse, seconds: number | undefined) {
    this.#response = response;
    // The body ends with the connection. Framing each event as a chunk took half of the time in which a step reaches a large audience.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (seconds === undefined) return;
    const timer = setTimeout(() => this.end(), seconds * 1000).unref();
    this.onClose(() => clearTimeout(timer));
  }

  post(frame: EventFrame, replaces: string | null): void {
    if (this.#isEnding || this.#response.destroyed) return;
    if (!this.#isWriting) return this.#write(frame);
    const others = (this.#waiting ?? []).filter((other) => replaces === null || other.replaces !== replaces);
    this.#waiting = [...others, { frame, replaces }];
    if (this.#waiting.reduce((bytes, { frame: { length } }) => bytes + length, 0) > WAITING_MAX_BYTES) this.#response.destroy();
  }

  end(): void {
    this.#isEnding = true;
    if (!this.#isWriting) this.#response.end();
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  #write(frame: EventFrame): void {
    this.#isWriting = true;
    this.#response.write(frame, this.#written);
  }

  readonly #written = (): void => {
    this.#isWriting = false;
    if (this.#response.destroyed) return;
    const [next, ...others] = this.#waiting ?? [];
    this.#waiting = others.length > 0 ? others : null;
    if (next !== undefined) this.#write(next.frame);
    else if (this.#isEnding) this.#response.end();
  };
}
