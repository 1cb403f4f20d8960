import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Circumstances {
  /** Whether the application is used over https. */
  readonly isSecure: boolean;
  /** Where decks play. */
  readonly playback: readonly string[];
  /** Development only. */
  readonly hotReload: boolean;
}

/**
 * Headers of everything but played decks, which bring their own. The policy starts from nothing and
 * names what the application needs; frames may show played decks alone, so that a deck cannot take
 * its frame to another site.
 */
export function securityHeaders({ isSecure, playback, hotReload }: Circumstances): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Hot reload injects an inline module and talks over a web socket; production does neither.
        'script-src': hotReload ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Component styles are set as attributes at run time; scripts are what the policy has to stop.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Packages bring small pictures of their slides.
        'img-src': ["'self'", 'data:', 'blob:', ...playback],
        'font-src': ["'self'"],
        'connect-src': hotReload ? ["'self'", 'ws:'] : ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': [...playback],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
}
