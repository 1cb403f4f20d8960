import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AUDIENCE_DATA_ID, type AudiencePageData } from '#shared/audience-page.ts';
import { escaped } from '#shared/html-text.ts';
import type { SharedDeck } from '#shared/shared-decks.ts';
import { withPageData } from '#server/http/page-data-element.ts';
import type { FirstLook, SharedService } from './shared.service.ts';

interface Dependencies<From> {
  readonly shared: Pick<SharedService<From>, 'first'>;
  /** Where a request comes from, for its playback address. */
  readonly fromOf: (request: Request) => From;
  /** The HTML of the page as it was built; null if it was not. */
  readonly html: () => Promise<string | null>;
  /** The script that shows the first slide from the data in the page; empty: none. */
  readonly firstSlide: string;
  readonly baseUrl: string;
}

const PLACES = [
  { embedded: false, path: '/s/:token{/:slide}' },
  { embedded: true, path: '/embed/:token{/:slide}' },
] as const;

const STATUS = { LINK_NOT_FOUND: 404, LINK_EXPIRED: 410 };

/**
 * The pages of visitors: `/s/<token>`, and `/embed/<token>` for frames of other sites. The page contains the answers to its first
 * requests. For services that show a preview of the link, it also has the title and the picture of the deck, unless the link has a
 * password.
 */
export function linkPages<From>({ shared, fromOf, html, firstSlide, baseUrl }: Dependencies<From>): Router {
  const router = Router({ caseSensitive: true });
  const pageAt =
    (embedded: boolean): RequestHandler<{ token: string }> =>
    async (request, response, next) => {
      const page = request.accepts('html') ? await html() : null;
      if (page === null) return next();
      const { token } = request.params;
      const look = await shared.first(token, fromOf(request));
      setHeaders(response, look, embedded);
      const { first } = look;
      const data: AudiencePageData = { token, embedded, first };
      const shownTitle = first.state === 'open' ? first.shared.deck.title : null;
      const titled =
        shownTitle === null ? page : page.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(shownTitle)}</title>`);
      const described = titled.replace('</head>', () => `${headOf(look, { token, baseUrl }).join('')}</head>`);
      return response
        .type('html')
        .end(withPageData(described, { id: AUDIENCE_DATA_ID, data, script: firstSlide, runsIn: 'head' }));
    };
  for (const { embedded, path } of PLACES) router.get(path, pageAt(embedded));
  return router;
}

/** The page belongs to the client that asked: it contains a playback address of their network. */
function setHeaders(response: Response, { first, embeddedBy }: FirstLook, embedded: boolean): void {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('X-Robots-Tag', 'noindex');
  if (first.state === 'ended') response.status(STATUS[first.code]);
  if (first.state === 'unknown') response.status(503).setHeader('Retry-After', '5');
  if (!embedded || embeddedBy === null) return;
  const policy = String(response.getHeader('Content-Security-Policy'));
  const ancestors = embeddedBy.length === 0 ? '*' : embeddedBy.join(' ');
  response.setHeader('Content-Security-Policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`));
  response.removeHeader('X-Frame-Options');
  // For embedding pages that load nothing that does not allow it (`Cross-Origin-Embedder-Policy`).
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

function headOf({ first, embeddedBy, hasPicture }: FirstLook, { token, baseUrl }: { token: string; baseUrl: string }): string[] {
  const robots = '<meta name="robots" content="noindex">';
  if (first.state !== 'open') return [robots];
  const url = `${baseUrl}/s/${token}`;
  const { deck, owner }: SharedDeck = first.shared;
  const properties = {
    'og:title': deck.title,
    'og:type': 'website',
    'og:url': url,
    'og:site_name': 'Lectern',
    ...(hasPicture && { 'og:image': `${baseUrl}/api/shared/${token}/thumbnail` }),
  };
  const discovery = `${baseUrl}/api/oembed?${new URLSearchParams({ url, format: 'json' }).toString()}`;
  return [
    robots,
    `<meta name="author" content="${escaped(owner.name)}">`,
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escaped(content)}">`),
    ...(embeddedBy !== null
      ? [`<link rel="alternate" type="application/json+oembed" href="${escaped(discovery)}" title="${escaped(deck.title)}">`]
      : []),
  ];
}
