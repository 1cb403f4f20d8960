import type { DeckSort } from '#shared/decks.ts';

/** What the library shows stands in its address: it survives reload and back, and can be sent to somebody. */
export interface LibrarySearch {
  q?: string | undefined;
  owner?: 'me' | 'team' | undefined;
  sort?: DeckSort | undefined;
}

/** What is not valid is overwritten, not left out: the router puts what a route leaves out back from the address. */
export function readLibrarySearch({ q, owner, sort }: Record<string, unknown>): LibrarySearch {
  return {
    // A search for 2026 is read from the address as a number.
    q: (typeof q === 'string' || typeof q === 'number') && q !== '' ? String(q) : undefined,
    owner: owner === 'me' || owner === 'team' ? owner : undefined,
    sort: sort === 'updated' || sort === 'title' ? sort : undefined,
  };
}
