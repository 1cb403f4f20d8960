import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logRequest } from './access-log.ts';
import { endWithError } from './envelope.ts';
import { showRequestId } from './request-id.ts';
import { type RequestWatcher, watchRequest } from './watched-requests.ts';

/** Returns null if it has already answered. Never throws. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

/** Runs the handling of a request as part of a trace. */
export type RequestTracer = (request: IncomingMessage, response: ServerResponse, handle: () => void) => void;

interface Destinations {
  /** Handles everything except played decks. */
  readonly app: RequestListener;
  /** Handles the paths under `/play/`. It sets the request id header itself. */
  readonly play: Handler;
  /** Whether a host serves played decks only. */
  readonly playsOnly: (host: string | undefined) => boolean;
  readonly log: Logger;
  /** Null: requests are not measured. */
  readonly watcher: RequestWatcher | null;
  /** Null: there are no traces. */
  readonly traced: RequestTracer | null;
}

/** The first handler of every request: assigns the request id, writes the log line and calls the right handler. */
export function dispatcher({ app, play, playsOnly, log, watcher, traced }: Destinations): RequestListener {
  // No field of these lines can hold a secret, and redaction costs as much as a response from memory.
  const accessLog = log.child({}, { redact: [] });
  const handle: RequestListener = (request, response) => {
    logRequest(request, response, accessLog);
    if (watcher !== null) watchRequest(request, response, watcher);
    if (!request.url?.startsWith('/play/') && !playsOnly(request.headers.host)) {
      showRequestId(response);
      return app(request, response);
    }
    return void play(request, response)?.catch((thrown: unknown) => endWithError(thrown, request, response, log));
  };
  return traced === null ? handle : (request, response) => traced(request, response, () => handle(request, response));
}
