import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { searchQuery, searchResultsSchema } from '#shared/search.ts';
import { slideCopiesQuery, slideCopiesSchema } from '#shared/slide-copies.ts';
import type { SearchService } from './search.service.ts';
import type { SlideCopiesService } from './slide-copies.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly search: SearchService;
    readonly slideCopies: SlideCopiesService;
  }
}

export const searchRouter = router({
  find: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/search',
        tags: ['Decks'],
        summary: 'Search in decks',
        description:
          'Finds words in the titles of the decks that you may see, and in the text and the notes of the slides in their current versions, page by page. A search finds at most 400 places: titles first, then the best of those in the decks that match.',
        errors: ['DECK_NOT_FOUND', 'COLLECTION_NOT_FOUND'],
      },
    })
    .input(searchQuery)
    .output(searchResultsSchema)
    .query(({ ctx, input }) => ctx.services.search.search(ctx.actor, input)),
});

export const slideCopiesRouter = router({
  list: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/decks/{id}/slides/{slideIndex}/copies',
        tags: ['Slides'],
        summary: 'List where else a slide is',
        description:
          'Finds a slide of the current version in other decks that you may see. Slides are the same if their text and their picture are or, without pictures, their files. Decks that had the slide and have changed it since come first. A new version is found within seconds.',
        errors: ['DECK_NOT_FOUND', 'SLIDE_NOT_FOUND'],
      },
    })
    .input(slideCopiesQuery)
    .output(slideCopiesSchema)
    .query(({ ctx, input }) => ctx.services.slideCopies.list(ctx.actor, input)),
});
