import { router, sessionProcedure, signedInProcedure } from '#server/rpc/trpc.ts';
import {
  deckSettingsChangeSchema,
  deckTrustAnswerSchema,
  deckTrustSchema,
  playbackOpenSchema,
  playbackSchema,
} from '#shared/playback.ts';
import type { Client } from './client-binding.ts';
import type { PlaybackService } from './playback.service.ts';
import type { TrustService } from './trust.service.ts';

declare module '#server/rpc/context.ts' {
  interface Context {
    /** The network and the platform of the client. */
    readonly client: Client;
  }
  interface Services {
    readonly playback: PlaybackService;
    readonly trust: TrustService;
  }
}

export const playbackRouter = router({
  open: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/playback',
        tags: ['Playback'],
        summary: 'Get the address at which a deck plays',
        description:
          'Returns an address for you and this version of the deck. Load the files of the package from it, for example the `file` of a slide in the manifest. Asking again extends the same address. The address works in the network that you ask from (the /24 of an IPv4 address, the /64 of an IPv6 address); ask again from another network to use it there, too. The four networks that asked last are kept.',
        noStore: true,
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(playbackOpenSchema)
    .output(playbackSchema)
    .query(({ ctx, input }) => ctx.services.playback.grantAddress(ctx.actor, input, ctx)),

  // Only browser sessions have a player; API keys cannot ask for this.
  trust: sessionProcedure
    .input(playbackOpenSchema)
    .output(deckTrustSchema)
    .query(({ ctx, input }) => ctx.services.trust.of(ctx.actor, input)),

  setTrust: sessionProcedure
    .input(deckTrustAnswerSchema)
    .output(deckTrustSchema)
    .mutation(({ ctx, input }) => ctx.services.trust.answer(ctx.actor, input)),

  settle: sessionProcedure
    .input(deckSettingsChangeSchema)
    .output(deckTrustSchema)
    .mutation(({ ctx, input }) => ctx.services.trust.settle(ctx.actor, input)),
});
