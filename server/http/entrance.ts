import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logRequest } from './access-log.ts';
import { endWithError } from './envelope.ts';
import { showRequestId } from './request-id.ts';

/** Null: it has answered already. It never throws. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

interface Houses {
  /** Everything but played decks. */
  readonly app: RequestListener;
  /** What is under `/play/`. It shows the request's id itself. */
  readonly play: Handler;
  /** Hosts of which decks are all that there is. */
  readonly playsOnly: (host: string | undefined) => boolean;
  readonly log: Logger;
}

/** Where every request comes in: it gets its id and its log line, and is shown the way. */
export function entrance({ app, play, playsOnly, log }: Houses): RequestListener {
  // No field of its lines can hold a secret, and looking for some costs as much as answering from memory.
  const accessLog = log.child({}, { redact: [] });
  return (request, response) => {
    logRequest(request, response, accessLog);
    if (!request.url?.startsWith('/play/') && !playsOnly(request.headers.host)) {
      showRequestId(response);
      return app(request, response);
    }
    return void play(request, response)?.catch((thrown: unknown) => endWithError(thrown, request, response, log));
  };
}
