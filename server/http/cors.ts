import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * CORS for the origins that `CORS_ORIGINS` names, and no header at all for others. Pages there sign their
 * requests with an API key: cookies are not shared with them.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  return cors({
    origin: [...origins],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'If-Range', 'Range'],
    exposedHeaders: [
      'Accept-Ranges',
      'Allow',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Repr-Digest',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 600,
    // The route answers: it knows its methods (`Allow`), and whether there is one.
    preflightContinue: true,
  });
}
