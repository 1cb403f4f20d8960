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
  /** Paths of the application's scripts: a folder ends in `/`. */
  readonly scripts: readonly string[];
  /** Development only. */
  readonly hotReload: boolean;
}

/** What a content policy takes for a host; it knows no IPv6 addresses. */
const POLICY_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/**
 * Where the application's scripts are. `'self'` would cover decks as well, which play at the same address by default. The host
 * that was asked is named beside the application's own address: a page that is opened at another one still says what is wrong.
 */
function scriptSources({ base, scripts }: Circumstances, { headers }: Pick<IncomingMessage, 'headers'>): string {
  const { host = '' } = headers;
  const isNameable = POLICY_HOST.test(host);
  const places = [base, ...(isNameable && new URL(base).host !== host.toLowerCase() ? [host] : [])];
  const sources = places.filter((place) => !place.includes('[')).flatMap((place) => scripts.map((path) => `${place}${path}`));
  // Decks do not play in pages at an IPv6 address: `frame-src` cannot name it either.
  return [...sources, ...(isNameable ? [] : ["'self'"])].join(' ');
}

/**
 * Headers of everything but played decks, which bring their own. The policy starts from nothing and
 * names what the application needs; frames may show played decks alone, so that a deck cannot take
 * its frame to another site.
 */
export function securityHeaders(circumstances: Circumstances): RequestHandler {
  const headersFor = rememberedByHost(helmetOf(circumstances));
  return (request, response, next) => {
    for (const [name, value] of headersFor(request)) response.setHeader(name, value);
    next();
  };
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Hosts whose headers are remembered. An attacker can name any number of hosts. */
const HOSTS_MAX = 100;

/** The headers depend on the host alone, and helmet would make them again for each request. */
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
  const { isSecure, playback, hotReload } = circumstances;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Hot reload injects an inline module and talks over a web socket; production does neither.
        'script-src': [(request) => scriptSources(circumstances, request), ...(hotReload ? ["'unsafe-inline'"] : [])],
        // Component styles are set as attributes at run time; scripts are what the policy has to stop.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Packages bring small pictures of their slides.
        'img-src': ["'self'", 'data:', 'blob:', ...playback],
        'font-src': ["'self'"],
        // The player asks whether a slide that does not report is there.
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
