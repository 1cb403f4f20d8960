import cors from 'cors';
import type { RequestHandler } from 'express';
import { EXPECTED_USER_HEADER } from '#shared/expected-user.ts';

/**
 * Adds CORS headers for the origins in `CORS_ORIGINS`, and none for other origins. Pages there authenticate with an API key;
 * cookies are not shared with them.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  return cors({
    origin: [...origins],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'If-Range',
      EXPECTED_USER_HEADER,
      'Range',
    ],
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
    // The route answers: it knows whether the path exists and which methods it has (`Allow`).
    preflightContinue: true,
  });
}
