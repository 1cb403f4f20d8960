import { z } from 'zod';
import { publicProcedure, router, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  lookingNowQuery,
  lookingNowSchema,
  newVisitSchema,
  visitListQuery,
  visitListSchema,
  visitReportSchema,
  visitStartSchema,
  visitSummaryQuery,
  visitSummarySchema,
} from '#shared/visits.ts';
import type { VisitorClient } from './visitor-client.ts';
import type { VisitsService } from './visits.service.ts';

declare module '#server/rpc/context.ts' {
  interface Context {
    /** What the request says about a visitor. */
    readonly visitorClient: VisitorClient;
  }
  interface Services {
    readonly visits: VisitsService;
  }
}

export const visitsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/links/{linkId}/visits',
        tags: ['Links'],
        summary: 'List the visits of a link',
        description:
          'Lists the visits through a link, newest first, with the slides that were seen. What visitors enter about themselves is not verified. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'LINK_NOT_FOUND'],
      },
    })
    .input(visitListQuery)
    .output(visitListSchema)
    .query(({ ctx, input: { id, linkId, ...page } }) => ctx.services.visits.list(ctx.actor, id, linkId, page)),

  /** For the page of visits, which asks again and again. */
  now: signedInProcedure
    .input(lookingNowQuery)
    .output(lookingNowSchema)
    .query(({ ctx, input: { id, linkId } }) => ctx.services.visits.lookingNow(ctx.actor, id, linkId)),
});

export const visitSummaryRouter = router({
  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/visits',
        tags: ['Links'],
        summary: 'Get a summary of the visits of a deck',
        description:
          'Returns how many visits there were through the links of the deck on each day of a range, how long visitors looked at each slide, and where they came from. Days are those of UTC. Visits of browsers that ask not to be tracked count as visits only. For those who may edit the deck.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'LINK_NOT_FOUND'],
      },
    })
    .input(visitSummaryQuery)
    .output(visitSummarySchema)
    .query(({ ctx, input: { id, ...wish } }) => ctx.services.visits.summary(ctx.actor, id, wish)),
});

const LINK_ERRORS = ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED', 'RATE_LIMITED'] as const;

/** What the pages of visitors report. */
export const sharedVisitsRouter = router({
  start: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/shared/{token}/visits',
        tags: ['Visitors'],
        summary: 'Begin a visit',
        description:
          'Counts a visit through the link. Send the name or the email address if the link asks for it. With `Sec-GPC: 1` or `DNT: 1`, the visit is counted, but not where you come from and which slides you see.',
        successStatus: 201,
        noStore: true,
        errors: LINK_ERRORS,
      },
    })
    .input(visitStartSchema)
    .output(newVisitSchema)
    .mutation(({ ctx, input: { token, ...wish } }) =>
      ctx.services.visits.start({ token, grant: ctx.linkGrant }, wish, ctx.visitorClient, (linkId) =>
        ctx.spend('visitByPlace', `${linkId} ${ctx.network}`),
      ),
    ),

  report: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/shared/{token}/visits/{visitId}',
        tags: ['Visitors'],
        summary: 'Report which slides a visitor has looked at',
        description:
          'Adds the times since the last report to a visit, for a day after it has begun. The JSON may also be sent as `text/plain`, as `navigator.sendBeacon` does.',
        successStatus: 204,
        takesPlainText: true,
        errors: ['NOT_FOUND', 'SLIDE_NOT_FOUND', ...LINK_ERRORS],
      },
    })
    .input(visitReportSchema)
    .output(z.void())
    .mutation(({ ctx, input: { token, visitId, slides } }) =>
      ctx.services.visits.report({ token, grant: ctx.linkGrant }, { visitId, slides }, ctx.visitorClient, () =>
        ctx.spend('reportByVisit', visitId),
      ),
    ),
});
