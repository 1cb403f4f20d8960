import { z } from 'zod';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import {
  annotationListSchema,
  annotationRemoveSchema,
  annotationSchema,
  annotationStampSchema,
  annotationWriteSchema,
} from '#shared/annotations.ts';
import { inkReadSchema, slideInkSchema, strokesBatchSchema } from '#shared/ink.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';

const tags = ['Annotations'];
const path = '/decks/{id}/annotations/{slideIndex}';

export const annotationsRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/annotations',
        tags,
        summary: 'Annotations of a deck, by slide',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(slideRecordsSchema)
    .output(annotationListSchema)
    .query(({ ctx, input }) => ctx.services.annotations.list(ctx.actor, input)),

  ink: signedInProcedure
    .input(inkReadSchema)
    .output(slideInkSchema)
    .query(({ ctx, input }) => ctx.services.annotations.ink(ctx.actor, input)),

  set: signedInProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path,
        tags,
        summary: 'Write the annotation of a slide',
        ifMatch: true,
        verbatim: ['payload'],
        largeBody: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(annotationWriteSchema)
    .output(annotationSchema)
    .mutation(({ ctx, input }) => ctx.services.annotations.set(ctx.actor, input)),

  draw: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: `${path}/strokes`,
        tags,
        summary: 'Draw and erase strokes of ink, whatever others do meanwhile',
        largeBody: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'FOREIGN_ANNOTATION', 'FORBIDDEN'],
      },
    })
    .input(strokesBatchSchema)
    .output(annotationStampSchema)
    .mutation(({ ctx, input }) => ctx.services.annotations.merge(ctx.actor, input)),

  delete: signedInProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path,
        tags,
        summary: 'Delete the annotation of a slide',
        successStatus: 204,
        ifMatch: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(annotationRemoveSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.services.annotations.remove(ctx.actor, input)),
});
