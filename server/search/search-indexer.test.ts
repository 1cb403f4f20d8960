import { expect, it } from 'vitest';
import { SearchIndexer } from './search-indexer.ts';

/** Lets an indexer take decks from a queue, until it is empty or the indexer takes no more. Returns the decks that it has indexed. */
async function indexed(queue: readonly string[], isBroken: (deckId: string) => boolean): Promise<string[]> {
  const [due, done] = [[...queue], [] as string[]];
  const ended = Promise.withResolvers<void>();
  const isNotUsed = () => Promise.reject(new Error('no text is read again'));
  const indexer = new SearchIndexer({
    repo: {
      claim: () => {
        const next = due.shift() ?? null;
        if (next === null) ended.resolve();
        return Promise.resolve(next);
      },
      renew: () => Promise.resolve(false),
      unread: () => Promise.resolve(null),
      storeTexts: () => Promise.resolve(),
      update: (deckId) => {
        if (isBroken(deckId)) return Promise.reject(new Error('broken'));
        done.push(deckId);
        return Promise.resolve();
      },
    },
    readers: { read: isNotUsed },
    blobs: { read: isNotUsed },
    disk: { hold: isNotUsed },
    stagingDir: '',
    log: {
      warn: (_: unknown, message?: string) => {
        if (message?.startsWith('searches cannot') === true) ended.resolve();
      },
    },
  });
  indexer.start();
  await ended.promise;
  await indexer.stop();
  return done;
}

it('goes on with the others if a deck cannot be indexed', async () => {
  expect(await indexed(['a', 'b', 'c', 'd'], (deckId) => deckId === 'b')).toEqual(['a', 'c', 'd']);
});

it('pauses if nothing can be indexed, so that a store that is away is not asked for every deck', async () => {
  expect(await indexed(['a', 'b', 'c', 'd', 'e'], (deckId) => deckId > 'a' && deckId < 'd')).toEqual(['a']);
});
