import { z } from 'zod';
import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { revisionCondition, revisionOf } from '#server/slides/revision-condition.ts';
import { annotationRemoveSchema, annotationSchema, annotationStampSchema, annotationWriteSchema } from '#shared/annotations.ts';
import { inkReadSchema, slideInkSchema, strokesBatchSchema, drawnPlacesSchema } from '#shared/ink.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';
import type { AnnotationsService } from './annotations.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly annotations: AnnotationsService;
  }
}

const tags = ['Annotations'];
const path = '/decks/{id}/annotations/{slideIndex}';

export const annotationsRouter = router({
  /** Lists the places with drawings, without the drawings. `annotation-list.route.ts` sends those, which can be megabytes per slide. */
  drawn: signedInProcedure
    .input(slideRecordsSchema)
    .output(drawnPlacesSchema)
    .query(({ ctx, input }) => ctx.services.annotations.drawn(ctx.actor, input)),

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
        description:
          'Replaces the annotation of the slide. The payload can be any JSON value. It is returned as exactly the text that was sent. With `If-Match`, the request fails if another user has changed the annotation.',
        etag: revisionOf,
        conditional: true,
        verbatim: ['payload'],
        largeBody: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'LIMIT_REACHED', 'PRECONDITION_FAILED'],
      },
    })
    .input(annotationWriteSchema)
    .output(annotationSchema)
    .mutation(({ ctx, input: { ifRevision, ...input } }) =>
      ctx.services.annotations.set(ctx.actor, { ...input, condition: revisionCondition(ctx.preconditions, ifRevision) }),
    ),

  draw: signedInProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: `${path}/strokes`,
        tags,
        summary: 'Draw and erase strokes',
        description:
          'Adds strokes to the drawing of a slide and erases others. Other users can draw at the same time. Sending the same batch again has no further effect. Send at least one stroke or one id. Only the owner and admins can erase strokes of other users.',
        largeBody: true,
        alwaysSend: ['add', 'erase'],
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'FOREIGN_ANNOTATION', 'LIMIT_REACHED', 'FORBIDDEN'],
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
        description: 'Deletes the annotation. It is not an error if there is none.',
        successStatus: 204,
        etag: revisionOf,
        conditional: true,
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND', 'VERSION_CHANGED', 'PRECONDITION_FAILED'],
      },
    })
    .input(annotationRemoveSchema)
    .output(z.void())
    .mutation(({ ctx, input: { ifRevision, ...input } }) =>
      ctx.services.annotations.remove(ctx.actor, { ...input, condition: revisionCondition(ctx.preconditions, ifRevision) }),
    ),
});
