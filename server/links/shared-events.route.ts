import type { ServerResponse } from 'node:http';
import { EVENT_STREAM_HEADERS } from '#server/http/event-stream-headers.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import type { AudienceEvents } from '#shared/audience-page.ts';
import { sharedEventsQuery } from '#shared/shared-decks.ts';
import type { EventSink, LinkEvents } from './link-events.ts';
import type { SharedService } from './shared.service.ts';
import { visitorOf } from './visitor.route.ts';

/** What a client has not read when its connection is closed. Events are short, so it reads nothing at all. */
const UNREAD_MAX_BYTES = 64 * 1024;

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

/** Writes events with names, which a browser's `EventSource` reads. */
class SseSink implements EventSink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, seconds: number | undefined) {
    this.#response = response;
    response.writeHead(200, EVENT_STREAM_HEADERS);
    if (seconds === undefined) return;
    const timer = setTimeout(() => this.end(), seconds * 1000).unref();
    this.onClose(() => clearTimeout(timer));
  }

  send<Name extends keyof AudienceEvents>(name: Name, data: AudienceEvents[Name]): void {
    if (this.#response.writableEnded) return;
    if (this.#response.writableLength > UNREAD_MAX_BYTES) return void this.#response.destroy();
    this.#response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.#response.end();
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }
}
