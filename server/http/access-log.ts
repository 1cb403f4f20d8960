import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

const PERSON = Symbol('person');

type OfPerson = ServerResponse & { [PERSON]?: () => string | null };

/** The line of a request names the person who is known when it ends. */
export function logPerson(response: OfPerson, personId: () => string | null): void {
  response[PERSON] = personId;
}

/**
 * Writes one log line per finished request. Query strings are left out, capability addresses are shortened to
 * `/play/…`, and the secrets of links are left out: someone who reads the log must not be able to use the addresses in it.
 */
export function logRequest(request: IncomingMessage, response: OfPerson, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  const startedAt = performance.now();
  const path = loggablePath(request.url ?? '');
  let isFinished = false;
  response.on('finish', () => (isFinished = true));
  response.on('close', () => {
    const personId = response[PERSON]?.() ?? null;
    log.info(
      {
        requestId: requestIdOf(response),
        ...(personId !== null && { personId }),
        method: request.method,
        path,
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - startedAt),
        ...(!isFinished && { aborted: true }),
      },
      'request',
    );
  });
}

/** The secret of a link, in the addresses of its pages and of what they request. */
const LINK_TOKEN = /^(\/(?:s|embed|api\/shared)\/)[^/]*/i;

/** @param url the target in the request line: a path, or the absolute URL that is sent to a proxy */
export function loggablePath(url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  if (/^\/play\//i.test(path)) return '/play/…';
  return path.replace(LINK_TOKEN, '$1…');
}
