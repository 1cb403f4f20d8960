import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { errorHandler, unknownRoute } from '#server/http/envelope.ts';
import { nameRoute } from '#server/http/route-names.ts';
import { mergeTexts } from './merge-texts.ts';

/** The text format of Prometheus, which all collectors read. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
export const METRICS_PATH = '/metrics';

interface Dependencies {
  /** What callers must send as `Authorization: Bearer`; null: nothing, because only the collector reaches the port. */
  readonly token: string | null;
  /** The metrics of all processes behind the port, as text. */
  readonly texts: () => Promise<readonly string[]>;
}

/** Answers with the metrics of all processes of this instance. */
export function metricsRoute({ token, texts }: Dependencies): RequestHandler {
  const expected = token === null ? null : digestOf(token);
  return async (request, response) => {
    nameRoute(response, METRICS_PATH);
    if (expected !== null && !timingSafeEqual(digestOf(bearerOf(request.headers) ?? ''), expected))
      throw new AppError('UNAUTHENTICATED', 'Send METRICS_TOKEN in the header Authorization, after "Bearer ".');
    response.set({ 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' });
    response.end(mergeTexts(await texts()));
  };
}

/** Answers on a port of its own, where there is nothing else. */
export function metricsApp(dependencies: Dependencies, log: Logger): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.get(METRICS_PATH, metricsRoute(dependencies));
  app.use(unknownRoute);
  app.use(errorHandler(log));
  return app;
}

/** Digests have the same length, so that comparing them takes the same time for every token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
