import { z } from 'zod';
import { publicProcedure, router } from '#server/rpc/trpc.ts';
import { remoteClaimSchema, remoteCommandSchema, remoteSchema, type RemoteView } from '#shared/talks.ts';
import type { RemoteCookie } from './remote-cookie.ts';
import type { RemoteViewsService } from './remote-views.service.ts';
import type { RemotesService } from './remotes.service.ts';

declare module '#server/rpc/context.ts' {
  interface Context {
    readonly remote: RemoteCookie;
  }
  interface Services {
    readonly remotes: RemotesService;
    readonly remoteViews: RemoteViewsService;
  }
}

/** The procedures for the phone. They authenticate it by its cookie only; the session of the browser is ignored. */
export const remotesRouter = router({
  claim: publicProcedure
    .input(remoteClaimSchema)
    .output(remoteSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.spend('pairByAddress');
      const { remote, token } = await ctx.services.remotes.claim(input.code, input.name);
      ctx.remote.keep(token);
      return remote;
    }),

  stream: publicProcedure.subscription(({ ctx, signal }): AsyncGenerator<RemoteView, void> =>
    ctx.services.remoteViews.watch(ctx.remote.token, signal),
  ),

  command: publicProcedure
    .input(remoteCommandSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.remotes.command(ctx.remote.token, input)),
});
