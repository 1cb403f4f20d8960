import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { routeNameOf } from './route-names.ts';

/** A request that has been answered, or given up by its client. */
export interface EndedRequest {
  readonly method: string;
  /** The template of its route. */
  readonly route: string;
  /** Null: the connection was closed before the response was complete. */
  readonly status: number | null;
  readonly seconds: number;
  /** Whether the response was a stream of events, which is open for as long as its client likes. */
  readonly isEventStream: boolean;
}

/** Is told of the requests of this process, for measurements. */
export interface RequestWatcher {
  began(socket: Socket): void;
  ended(request: EndedRequest): void;
}

/** Tells the watcher of a request, and again when it has ended. */
export function watchRequest(request: IncomingMessage, response: ServerResponse, watcher: RequestWatcher): void {
  const startedAt = performance.now();
  watcher.began(request.socket);
  let isComplete = false;
  response.once('finish', () => (isComplete = true));
  response.once('close', () => {
    watcher.ended({
      method: request.method ?? '',
      route: routeNameOf(request, response),
      status: isComplete ? response.statusCode : null,
      seconds: (performance.now() - startedAt) / 1000,
      isEventStream: String(response.getHeader('content-type')).startsWith('text/event-stream'),
    });
  });
}
