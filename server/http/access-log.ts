import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/**
 * One line per finished request. Queries are left out and capability addresses are cut to their
 * room: who reads the log must not be able to use what stands in it.
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

/** `url` is what stood in the request line: a path, or a whole address, as proxies are sent it. */
export function loggablePath(url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return /^\/play\//i.test(path) ? '/play/…' : path;
}
