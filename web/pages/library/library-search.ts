import type { DeckSort } from '#shared/decks.ts';

/** What the library shows stands in its address: it survives reload and back, and can be sent to somebody. */
export interface LibrarySearch {
  q?: string;
  owner?: 'me' | 'team';
  sort?: DeckSort;
}

export function readLibrarySearch({ q, owner, sort }: Record<string, unknown>): LibrarySearch {
  return {
    // A search for 2026 is read from the address as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((owner === 'me' || owner === 'team') && { owner }),
    ...((sort === 'updated' || sort === 'title') && { sort }),
  };
}
