import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { OwnOrigins } from './own-origins.ts';

/**
 * Headers of everything but played decks, which bring their own. The policy starts from nothing and
 * names what the application needs; frames may show played decks alone, so that a deck cannot take
 * its frame to another site.
 */
export function securityHeaders(origins: OwnOrigins, options: { hotReload: boolean }): RequestHandler {
  // A content policy knows no IPv6 addresses; browsers complain of them.
  const playback = origins.all.filter((origin) => !origin.includes('[')).map((origin) => `${origin}/play/`);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Hot reload injects an inline module and talks over a web socket; production does neither.
        'script-src': options.hotReload ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Component styles are set as attributes at run time; scripts are what the policy has to stop.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': options.hotReload ? ["'self'", 'ws:'] : ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': playback,
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: origins.isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
}
