import { continuedQuery } from '#web/decks/continued.ts';
import { shownPictures } from '#web/decks/shown-pictures.ts';
import { pageData } from '#web/lib/page/page-data.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { ownUser } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { listFilter } from './library-search.ts';

/** The address of the link in what `first-library.ts` shows that had the focus last. */
let focused: string | null = null;
const mounted = new AbortController();

/**
 * Puts the decks that the server wrote into this page into the cache, so that the library starts with them, as `first-library.ts` has shown
 * them.
 */
export function keepFirstDecks(): void {
  const written = pageData.takeLibrary(ownUser().id);
  if (written === null) return;
  const { decks, live, opened } = written;
  queryClient.setQueryData(trpc.decks.list.infiniteQueryKey(listFilter({})), { pages: [decks], pageParams: [null] });
  queryClient.setQueryData(trpc.talks.live.queryKey(), live);
  queryClient.setQueryData(continuedQuery().queryKey, opened);
  shownPictures.find(document);
  keepFocus(document.activeElement);
  addEventListener('focusin', ({ target }) => keepFocus(target), { signal: mounted.signal });
}

function keepFocus(target: unknown): void {
  focused = target instanceof HTMLAnchorElement ? target.getAttribute('href') : null;
}

/** Call this when the library is rendered. Moves the focus to the link that is now in the place of the one that had it. */
export function keepFirstFocus(): void {
  mounted.abort();
  const address = focused;
  if (address === null) return;
  focused = null;
  // The grid renders its cards when it has measured the first one.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus();
  });
}
