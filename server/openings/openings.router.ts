import { z } from 'zod';
import { router, sessionProcedure } from '#server/rpc/trpc.ts';
import { continuedListSchema, lastOpeningSchema, openingSaveSchema, openingTargetSchema } from '#shared/openings.ts';
import type { OpeningsService } from './openings.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly openings: OpeningsService;
  }
}

/** Only for the web application: only browser sessions have a player. */
export const openingsRouter = router({
  get: sessionProcedure
    .input(openingTargetSchema)
    .output(lastOpeningSchema)
    .query(({ ctx, input }) => ctx.services.openings.find(ctx.actor, input.deckId)),

  save: sessionProcedure
    .input(openingSaveSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.openings.save(ctx.actor, input)),

  latest: sessionProcedure.output(continuedListSchema).query(({ ctx }) => ctx.services.openings.latest(ctx.actor)),
});
