import type { Database } from '#server/db/connect.ts';
import type { Listener } from '#server/db/listener.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { SearchIndexRepo } from './search-index.repo.ts';
import { SEARCH_CHANNEL, SearchIndexer } from './search-indexer.ts';
import { SearchRepo } from './search.repo.ts';
import { SearchService } from './search.service.ts';
import { SlideCopiesRepo } from './slide-copies.repo.ts';
import { SlideCopiesService } from './slide-copies.service.ts';

type Dependencies = Omit<ConstructorParameters<typeof SearchIndexer>[0], 'repo'> & {
  readonly db: Database;
  readonly decks: DecksService;
  readonly listener: Pick<Listener, 'listen'>;
};

/** Creates the search, and starts what keeps its entries up to date. */
export async function openSearch(
  { db, decks, listener, ...others }: Dependencies,
  opened: AsyncDisposableStack,
): Promise<{ search: SearchService; slideCopies: SlideCopiesService }> {
  const indexer = new SearchIndexer({ ...others, repo: new SearchIndexRepo(db) });
  await listener.listen(SEARCH_CHANNEL, indexer.wake, indexer.wake);
  indexer.start();
  opened.defer(() => indexer.stop());
  return {
    search: new SearchService(new SearchRepo(db), decks),
    slideCopies: new SlideCopiesService(new SlideCopiesRepo(db), decks),
  };
}
