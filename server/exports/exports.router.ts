import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { exportSchema, exportTargetSchema, newExportSchema } from '#shared/exports.ts';
import { EXPORT_HOURS } from '#shared/limits.ts';
import type { ExportsService } from './exports.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly exports: ExportsService;
  }
}

const tags = ['Exports'];
const path = '/decks/{id}/exports/{exportId}';

export const exportsRouter = router({
  create: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/decks/{id}/exports',
        tags,
        summary: 'Export a deck',
        description: `Begins to make a file of a deck, in the browser of the server. Ask for the state of the export until it is \`done\`, then for its file, which is kept for ${EXPORT_HOURS} hours. Only you can see your exports.`,
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND', 'LIMIT_REACHED', 'NO_RENDERER', 'STORAGE_FULL'],
        successStatus: 202,
      },
    })
    .input(newExportSchema)
    .output(exportSchema)
    .mutation(({ ctx, input }) => ctx.services.exports.create(ctx.actor, input)),

  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path,
        tags,
        summary: 'Get the state of an export',
        description: 'Returns one of your exports: how far it is and, when it is done, where its file is.',
        errors: ['DECK_NOT_FOUND', 'EXPORT_NOT_FOUND'],
      },
    })
    .input(exportTargetSchema)
    .output(exportSchema)
    .query(({ ctx, input }) => ctx.services.exports.get(ctx.actor, input)),

  cancel: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Cancel an export',
        description: 'Ends an export that is under way, or removes the file of one that is done.',
        errors: ['DECK_NOT_FOUND', 'EXPORT_NOT_FOUND'],
        successStatus: 204,
      },
    })
    .input(exportTargetSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.exports.cancel(ctx.actor, input)),
});
