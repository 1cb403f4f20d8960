import { router, signedInProcedure } from '#server/rpc/trpc.ts';
import { searchQuery, searchResultsSchema } from '#shared/search.ts';
import type { SearchService } from './search.service.ts';

declare module '#server/rpc/context.ts' {
  interface Services {
    readonly search: SearchService;
  }
}

export const searchRouter = router({
  find: signedInProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/search',
        tags: ['Search'],
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
