import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/**
 * Writes one log line per finished request. Query strings are left out and capability addresses are shortened to
 * `/play/…`: someone who reads the log must not be able to use the addresses in it.
 */
export function logRequest(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  if (!log.isLevelEnabled('info')) return;
  const startedAt = performance.now();
  const path = loggablePath(request.url ?? '');
  let isFinished = false;
  response.on('finish', () => (isFinished = true));
  response.on('close', () => {
    log.info(
      {
        requestId: requestIdOf(response),
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

/** @param url the target in the request line: a path, or the absolute URL that is sent to a proxy */
export function loggablePath(url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return /^\/play\//i.test(path) ? '/play/…' : path;
}
