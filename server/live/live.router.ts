import { tracked } from '@trpc/server';
import { z } from 'zod';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import { lookSchema, watchSchema } from '#shared/live.ts';
import type { LiveStream } from './live-stream.ts';

export const liveRouter = router({
  /** For keys, too: a program may watch what it may read. */
  watch: signedInProcedure
    .input(watchSchema)
    .subscription(async ({ ctx, input, signal }) => told(await ctx.services.live.watch(ctx.actor, input, signal))),

  look: signedInProcedure
    .input(lookSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.live.look(ctx.actor, input)),
});

/** Each event with the id by which a broken stream is taken up again. */
async function* told(stream: LiveStream) {
  for await (const { id, event } of stream) yield tracked(id, event);
}
