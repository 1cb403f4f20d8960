import { router, signedInProcedure } from '#server/api/trpc.ts';
import { playbackOpenSchema, playbackSchema } from '#shared/playback.ts';

export const playbackRouter = router({
  open: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/playback',
        tags: ['Playback'],
        summary: 'The address under which the deck plays',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(playbackOpenSchema)
    .output(playbackSchema)
    .query(({ ctx, input }) => ctx.services.playback.open(ctx.actor, input, ctx.origin)),
});
