import { z } from 'zod';
import { router, sessionProcedure, signedInProcedure } from '#server/rpc/trpc.ts';
import { talkTakesSchema, talkUpdateSchema } from '#shared/questions.ts';
import {
  liveTalkListSchema,
  pairingSchema,
  remoteListSchema,
  remoteTargetSchema,
  talkClockChangeSchema,
  talkHandOverSchema,
  talkLaserSchema,
  talkListQuery,
  talkListSchema,
  talkMoveSchema,
  talkSchema,
  talkStartSchema,
  talkTargetSchema,
} from '#shared/talks.ts';
import type { TalksService } from './talks.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly talks: TalksService;
  }
}

/** Mostly for the web application only: following a talk needs the event stream, which has no REST form. */
export const talksRouter = router({
  list: signedInProcedure
    .input(talkListQuery)
    .output(talkListSchema)
    .query(({ ctx, input }) => ctx.services.talks.list(ctx.actor, input.deckId)),

  live: signedInProcedure.output(liveTalkListSchema).query(({ ctx }) => ctx.services.talks.listLive(ctx.actor)),

  get: signedInProcedure
    .input(talkTargetSchema)
    .output(talkSchema)
    .query(({ ctx, input }) => ctx.services.talks.get(ctx.actor, input.talkId)),

  start: signedInProcedure
    .input(talkStartSchema)
    .output(talkSchema)
    .mutation(({ ctx, input }) => ctx.services.talks.start(ctx.actor, input)),

  move: signedInProcedure
    .input(talkMoveSchema)
    .output(talkSchema)
    .mutation(({ ctx, input }) => ctx.services.talks.move(ctx.actor, input)),

  changeClock: signedInProcedure
    .input(talkClockChangeSchema)
    .output(talkSchema)
    .mutation(({ ctx, input }) => ctx.services.talks.changeClock(ctx.actor, input.talkId, input.change)),

  update: signedInProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/talks/{talkId}',
        tags: ['Questions'],
        summary: 'Take questions or reactions',
        description: 'Says whether people who follow a running talk may ask questions and send reactions. For its presenter.',
        errors: ['TALK_NOT_FOUND', 'FORBIDDEN'],
      },
    })
    .input(talkUpdateSchema)
    .output(talkTakesSchema)
    .mutation(({ ctx, input: { talkId, ...wish } }) => ctx.services.questions.take(ctx.actor, talkId, wish)),

  pointLaser: signedInProcedure
    .input(talkLaserSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.talks.pointLaser(ctx.actor, input.talkId, input.dot)),

  end: signedInProcedure
    .input(talkTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.talks.end(ctx.actor, input.talkId)),

  handOver: signedInProcedure
    .input(talkHandOverSchema)
    .output(talkSchema)
    .mutation(({ ctx, input }) => ctx.services.talks.handOver(ctx.actor, input.talkId, input.userId)),

  /** Pairing needs a browser session: a remote would outlive the API key that created it. */
  pair: sessionProcedure
    .input(talkTargetSchema)
    .output(pairingSchema)
    .mutation(({ ctx, input }) => ctx.services.remotes.pair(ctx.actor, input.talkId)),

  remotes: sessionProcedure
    .input(talkTargetSchema)
    .output(remoteListSchema)
    .query(({ ctx, input }) => ctx.services.remotes.list(ctx.actor, input.talkId)),

  confirmRemote: sessionProcedure
    .input(remoteTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.remotes.confirm(ctx.actor, input.talkId, input.remoteId)),

  revokeRemote: sessionProcedure
    .input(remoteTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.remotes.revoke(ctx.actor, input.talkId, input.remoteId)),
});
