import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { audienceListQuery, audienceListSchema, audienceOpenSchema, audienceSchema } from '#shared/audiences.ts';
import { linkTargetSchema } from '#shared/links.ts';
import type { AudiencesService } from './audiences.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly audiences: AudiencesService;
  }
}

/** Only for the web application, as the procedures of talks. */
export const audiencesRouter = router({
  list: signedInProcedure
    .input(audienceListQuery)
    .output(audienceListSchema)
    .query(({ ctx, input }) => ctx.services.audiences.list(ctx.actor, input.id)),

  open: signedInProcedure
    .input(audienceOpenSchema)
    .output(audienceSchema)
    .mutation(({ ctx, input: { id, linkId, beginsAt } }) => ctx.services.audiences.open(ctx.actor, id, linkId, beginsAt)),

  close: signedInProcedure
    .input(linkTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, linkId } }) => ctx.services.audiences.close(ctx.actor, id, linkId)),
});
