import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Circumstances {
  /** Whether the application is used over https. */
  readonly isSecure: boolean;
  /** The application's own address. */
  readonly base: string;
  /** Where decks play. */
  readonly playback: readonly string[];
  /** Paths of the application's scripts. A folder ends in `/`. */
  readonly scripts: readonly string[];
  /** The scripts inside of the application's pages. */
  readonly inlineScripts: readonly string[];
  /** Development only. */
  readonly hotReload: boolean;
}

/** What a content security policy accepts as a host. It has no syntax for IPv6 addresses. */
const POLICY_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/**
 * The sources of the application's scripts. `'self'` would include decks, which play at the same address by default. The requested
 * host is listed beside the application's own address, so that a page opened at another host can still show what is wrong.
 */
function scriptSources({ base, scripts }: Circumstances, { headers }: Pick<IncomingMessage, 'headers'>): string {
  const { host = '' } = headers;
  const isNameable = POLICY_HOST.test(host);
  const places = [base, ...(isNameable && new URL(base).host !== host.toLowerCase() ? [host] : [])];
  const sources = places.filter((place) => !place.includes('[')).flatMap((place) => scripts.map((path) => `${place}${path}`));
  // Decks do not play in pages at an IPv6 address, because `frame-src` cannot name it either.
  return [...sources, ...(isNameable ? [] : ["'self'"])].join(' ');
}

/** Allows this text alone (Content Security Policy Level 3, 2.3.1). */
function sourceOfInline(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * The headers of everything except played decks, which have their own. The policy starts from `default-src 'none'` and lists what
 * the application needs. Frames may show played decks only, so that a deck cannot navigate its frame to another site.
 */
export function securityHeaders(circumstances: Circumstances): RequestHandler {
  const headersFor = rememberedByHost(helmetOf(circumstances));
  return (request, response, next) => {
    for (const [name, value] of headersFor(request)) response.setHeader(name, value);
    next();
  };
}

type Headers = readonly (readonly [name: string, value: string])[];

/** How many hosts to cache headers for. An attacker can send any number of hosts. */
const HOSTS_MAX = 100;

/** The headers depend on the host alone, but helmet would build them again for each request. */
function rememberedByHost(middleware: ReturnType<typeof helmet>): (request: IncomingMessage) => Headers {
  const byHost = new Map<string | undefined, Headers>();
  return (request) => {
    const { host } = request.headers;
    const remembered = byHost.get(host);
    if (remembered !== undefined) return remembered;
    const headers: [string, string][] = [];
    const response = new ServerResponse(request);
    response.setHeader = (name, value) => {
      headers.push([name, String(value)]);
      return response;
    };
    middleware(request, response, (fault) => {
      if (fault !== undefined) throw new Error('the headers could not be made', { cause: fault });
    });
    if (byHost.size < HOSTS_MAX) byHost.set(host, headers);
    return headers;
  };
}

function helmetOf(circumstances: Circumstances): ReturnType<typeof helmet> {
  const { isSecure, playback, inlineScripts, hotReload } = circumstances;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Hot reload injects an inline module and uses a web socket; production does neither.
        'script-src': [
          (request) => scriptSources(circumstances, request),
          ...inlineScripts.map(sourceOfInline),
          ...(hotReload ? ["'unsafe-inline'"] : []),
        ],
        // Components set styles as attributes at run time. The policy is there to stop scripts.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Packages contain small pictures of their slides.
        'img-src': ["'self'", 'data:', 'blob:', ...playback],
        'font-src': ["'self'"],
        // The player checks whether a slide that does not report exists.
        'connect-src': ["'self'", ...playback, ...(hotReload ? ['ws:'] : [])],
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
