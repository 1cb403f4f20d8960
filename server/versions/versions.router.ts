import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { deckDetailSchema, deckTargetSchema } from '#shared/decks.ts';
import { comparisonQuery, comparisonSchema } from '#shared/comparison.ts';
import { versionChangesSchema, versionDetailSchema, versionListSchema, versionTargetSchema } from '#shared/versions.ts';
import type { ComparisonService } from './comparison.service.ts';
import type { VersionsService } from './versions.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly versions: VersionsService;
    readonly comparison: ComparisonService;
  }
}

const tags = ['Versions'];

export const versionsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/versions',
        tags,
        summary: 'List the versions of a deck',
        description: 'Lists all versions of the deck, newest first.',
        errors: ['DECK_NOT_FOUND'],
      },
    })
    .input(deckTargetSchema)
    .output(versionListSchema)
    .query(({ ctx, input }) => ctx.services.versions.list(ctx.actor, input.id)),

  /** For followers of a talk that shows an older version. */
  get: signedInProcedure
    .input(versionTargetSchema)
    .output(versionDetailSchema)
    .query(({ ctx, input }) => ctx.services.versions.get(ctx.actor, input.id, input.versionId)),

  /** For windows that show an older version while a newer one has become current. */
  changes: signedInProcedure
    .input(versionTargetSchema)
    .output(versionChangesSchema)
    .query(({ ctx, input }) => ctx.services.versions.changes(ctx.actor, input.id, input.versionId)),

  compare: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/compare',
        tags,
        summary: 'Compare two versions',
        description:
          'Lists what has become of each slide: added, removed, moved, changed or unchanged. Slides are matched as notes are. On a server with a renderer, slides are those that people see, and pictures and texts are compared; otherwise the files of the slides.',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(comparisonQuery)
    .output(comparisonSchema)
    .query(({ ctx, input }) => ctx.services.comparison.compare(ctx.actor, input)),

  restore: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/decks/{id}/versions/{versionId}/restore',
        tags,
        summary: 'Restore a version',
        description:
          'Makes an earlier version the current one again. The link stays the same. Notes and annotations follow their slides.',
        errors: ['DECK_NOT_FOUND', 'FORBIDDEN', 'VERSION_NOT_FOUND'],
      },
    })
    .input(versionTargetSchema)
    .output(deckDetailSchema)
    .mutation(({ ctx, input }) => ctx.services.versions.restore(ctx.actor, input.id, input.versionId)),
});
