import { type RequestHandler, Router } from 'express';
import type { RateLimits } from '#server/auth/rate-limits.ts';
import { addressOf } from '#server/http/client-address.ts';
import { networkOf } from '#server/http/network.ts';
import type { AudiencesService } from './audiences.service.ts';

interface Dependencies {
  readonly audiences: Pick<AudiencesService, 'tokenFor'>;
  readonly limits: Pick<RateLimits, 'spend' | 'refuse'>;
}

/** No link has this token: its page says that there is nothing here. */
const NO_TOKEN = '-';

/**
 * `/t/<code>`: the short address of a link that is open for an audience. Leads to the page of the link. Only wrong codes are counted: a
 * whole audience may share one address.
 */
export function shortAddresses(dependencies: Dependencies): Router {
  const router = Router({ caseSensitive: true });
  router.get('/t/:code', leadToLink(dependencies));
  return router;
}

function leadToLink({ audiences, limits }: Dependencies): RequestHandler<{ code: string }> {
  return async (request, response) => {
    const network = networkOf(addressOf(request));
    await limits.refuse('codeByAddress', network);
    const token = await audiences.tokenFor(request.params.code);
    if (token === null) await limits.spend('codeByAddress', network, response);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.redirect(302, `/s/${token ?? NO_TOKEN}`);
  };
}
