import { tracked } from '@trpc/server';
import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { liveDrawSchema, lookSchema, watchSchema } from '#shared/live.ts';
import type { LiveStream } from './live-stream.ts';
import type { LiveService } from './live.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly live: LiveService;
  }
}

export const liveRouter = router({
  /** API keys may use it, too: a program may watch what it may read. */
  watch: signedInProcedure
    .input(watchSchema)
    .subscription(async ({ ctx, input, signal }) => trackedEvents(await ctx.services.live.watch(ctx.actor, input, signal))),

  look: signedInProcedure
    .input(lookSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.live.look(ctx.actor, input)),

  /** Shows a stroke to others while it is drawn. `annotations.draw` stores it when it is finished. */
  draw: signedInProcedure
    .input(liveDrawSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.live.draw(ctx.actor, input)),
});

/** Adds to each event the id with which a client continues a broken stream. */
async function* trackedEvents(stream: LiveStream) {
  for await (const { id, event } of stream) yield tracked(id, event);
}
