import { publicProcedure, router } from '#server/rpc/trpc.ts';
import { playbackSchema } from '#shared/playback.ts';
import {
  embedQuery,
  embedSchema,
  linkGrantSchema,
  sharedDeckSchema,
  sharedNoteListSchema,
  sharedSlideListSchema,
  sharedTargetSchema,
  unlockSchema,
} from '#shared/shared-decks.ts';
import type { SharedService } from './shared.service.ts';

declare module '#server/rpc/context.ts' {
  interface Context {
    /** What a visitor got for the password of a link; null if they sent none. */
    readonly linkGrant: string | null;
    /** The network of the client, as limits count it. */
    readonly network: string;
  }
  interface Services {
    readonly shared: SharedService<Pick<Context, 'origin' | 'client'>>;
  }
}

const tags = ['Visitors'];

/** What the pages of visitors ask for. The token of a link is the right: sessions and API keys do not matter. */
export const sharedRouter = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/shared/{token}',
        tags,
        summary: 'Get the deck of a link',
        description:
          'Returns what the link shows. If it has a password, send the grant of `unlock` as `Authorization: Link <grant>`.',
        noStore: true,
        errors: ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED'],
      },
    })
    .input(sharedTargetSchema)
    .output(sharedDeckSchema)
    .query(({ ctx, input }) => ctx.services.shared.deck({ ...input, grant: ctx.linkGrant })),

  unlock: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/shared/{token}/unlock',
        tags,
        summary: 'Enter the password of a link',
        description:
          'Returns a grant, which the other requests send as `Authorization: Link <grant>`. It works for twelve hours, and ends when the password changes. Attempts are limited by link and by network.',
        noStore: true,
        errors: ['WRONG_PASSWORD', 'LINK_NOT_FOUND', 'LINK_EXPIRED', 'RATE_LIMITED'],
      },
    })
    .input(unlockSchema)
    .output(linkGrantSchema)
    .mutation(({ ctx, input: { token, password } }) =>
      ctx.services.shared.unlock(token, password, async (linkId) => {
        const counters = [
          ['unlockByAddress', ctx.network],
          ['unlockByPlace', `${linkId} ${ctx.network}`],
          ['unlockByLink', linkId],
        ] as const;
        for (const [limit, who] of counters) await ctx.spend(limit, who);
        return async () => {
          for (const [limit, who] of counters) await ctx.giveBack(limit, who);
        };
      }),
    ),

  notes: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/shared/{token}/notes',
        tags,
        summary: 'Get the notes of the deck of a link',
        description: 'Lists the notes on the slides that the link shows, if it shows notes.',
        noStore: true,
        errors: ['PASSWORD_REQUIRED', 'FORBIDDEN', 'LINK_NOT_FOUND', 'LINK_EXPIRED'],
      },
    })
    .input(sharedTargetSchema)
    .output(sharedNoteListSchema)
    .query(({ ctx, input }) => ctx.services.shared.notes({ ...input, grant: ctx.linkGrant })),

  slides: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/shared/{token}/slides',
        tags,
        summary: 'List the slides of the deck of a link',
        description:
          'Lists the slides as people see them: those inside a document one by one, once the server has found them. For an overview.',
        noStore: true,
        errors: ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED'],
      },
    })
    .input(sharedTargetSchema)
    .output(sharedSlideListSchema)
    .query(({ ctx, input }) => ctx.services.shared.slides({ ...input, grant: ctx.linkGrant })),

  embed: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/oembed',
        tags,
        summary: 'Show the deck of a link on another site',
        description:
          'Returns the HTML with which another site shows a deck (oEmbed 1.0), for links that allow it and have no password. The size has the shape of the slides and stays within `maxwidth` and `maxheight`.',
        errors: ['LINK_NOT_FOUND', 'NOT_IMPLEMENTED'],
      },
    })
    .input(embedQuery)
    .output(embedSchema)
    .query(({ ctx, input }) => ctx.services.shared.embed(input)),

  playback: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/shared/{token}/playback',
        tags,
        summary: 'Get the address at which the deck of a link plays',
        description:
          'Returns an address for this link, the version that it shows and your network, as for people with an account. It ends with the link, its expiry, a pause, a new password, and when another version is shown.',
        noStore: true,
        errors: ['PASSWORD_REQUIRED', 'LINK_NOT_FOUND', 'LINK_EXPIRED'],
      },
    })
    .input(sharedTargetSchema)
    .output(playbackSchema)
    .query(({ ctx, input }) => ctx.services.shared.playback({ ...input, grant: ctx.linkGrant }, ctx)),
});
