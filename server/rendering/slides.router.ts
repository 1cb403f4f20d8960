import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { renderingSchema, slideListQuery, slideListSchema } from '#shared/slides.ts';
import type { SlidesService } from './slides.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly slides: SlidesService;
  }
}

export const slidesRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/slides',
        tags: ['Slides'],
        summary: 'List the slides of a deck',
        description:
          'Lists the slides as people see them: the slides inside a document are listed one by one. A server with a renderer finds them some seconds after the upload of a version and makes a picture of each. Until then, and on a server without a renderer, the slides are those of the manifest.',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(slideListQuery)
    .output(slideListSchema)
    .query(({ ctx, input }) => ctx.services.slides.list(ctx.actor, input)),
});

export const renderingRouter = router({
  get: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/rendering',
        tags: ['Slides'],
        summary: 'Get how far the pictures of a deck are',
        description: 'Returns whether the pictures of a version are being made, and of how many slides there are pictures.',
        errors: ['DECK_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    })
    .input(slideListQuery)
    .output(renderingSchema)
    .query(({ ctx, input }) => ctx.services.slides.rendering(ctx.actor, input)),
});
