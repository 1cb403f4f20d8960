import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/**
 * One line per finished request. Queries are left out and capability addresses are cut to their
 * room: who reads the log must not be able to use what stands in it.
 */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      log.info(
        {
          requestId: requestIdOf(response),
          method: request.method,
          path: loggablePath(request.originalUrl),
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - startedAt),
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}

export function loggablePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/play/') ? '/play/…' : path;
}
