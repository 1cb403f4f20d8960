import i18n from 'i18next';
import type { Collection } from '#shared/collections.ts';
import type { Deck } from '#shared/decks.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';

type Named = Pick<Collection, 'id' | 'name'>;
type Listed = Pick<Deck, 'id' | 'title'>;

/** The query for the user's collections and those of the team, by name. */
export function collectionsQuery() {
  return trpc.collections.list.infiniteQueryOptions(
    { limit: PAGE_SIZE_MAX },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}

/** Whether the user may put decks into the collection, and take them out. */
export function mayFill(user: { id: string; role: string }, { visibility, owner }: Collection): boolean {
  return visibility === 'team' || mayManage(user, { owner });
}

/** Whether the user may rename and delete the collection. */
export function mayManage(user: { id: string; role: string }, { owner }: Pick<Collection, 'owner'>): boolean {
  return user.role === 'admin' || owner.id === user.id;
}

/** Puts decks into a collection, and offers to take them out again. */
export async function addToCollection(collection: Named, decks: readonly Listed[]): Promise<void> {
  const added = await changeEach(decks, ({ id: deckId }) => api.collections.add.mutate({ id: collection.id, deckId }));
  if (added.length > 0) {
    toastStore.show({
      text: wordsFor('added', collection, added),
      action: { label: i18n.t('shell.undo'), run: () => void removeFromCollection(collection, added) },
    });
  }
}

/** Takes decks out of a collection, and offers to put them back. */
export async function removeFromCollection(collection: Named, decks: readonly Listed[]): Promise<void> {
  const removed = await changeEach(decks, ({ id: deckId }) => api.collections.remove.mutate({ id: collection.id, deckId }));
  if (removed.length > 0) {
    toastStore.show({
      text: wordsFor('removed', collection, removed),
      action: { label: i18n.t('shell.undo'), run: () => void addToCollection(collection, removed) },
    });
  }
}

function wordsFor(what: 'added' | 'removed', { name }: Named, decks: readonly Listed[]): string {
  const [only, ...others] = decks;
  if (only !== undefined && others.length === 0) return i18n.t(`collections.${what}One`, { title: only.title, name });
  return i18n.t(`collections.${what}Several`, { count: decks.length, name });
}

/** Changes decks one after the other, until one is refused, and then reads the lists again. Returns those that were changed. */
async function changeEach(decks: readonly Listed[], change: (deck: Listed) => Promise<unknown>): Promise<readonly Listed[]> {
  const changed: Listed[] = [];
  try {
    for (const deck of decks) {
      await change(deck);
      changed.push(deck);
    }
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
  }
  await readDeckListsAgain();
  return changed;
}
