import { DECK_OWNERS, DECK_SORTS, type DeckOwner, type DeckSort } from '#shared/deck-lists.ts';
import { addressChoice, addressText } from '#web/lib/page/parameters.ts';

/** The filters of the library. They are in the address, so that they survive a reload and can be shared. */
export interface LibrarySearch {
  q?: string | undefined;
  owner?: DeckOwner | undefined;
  sort?: DeckSort | undefined;
  starred?: true | undefined;
  /** The id of the person whose decks are shown. */
  person?: string | undefined;
}

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readLibrarySearch({ q, owner, sort, starred, person }: Record<string, unknown>): LibrarySearch {
  return {
    q: addressText(q),
    owner: DECK_OWNERS.find((each) => each === owner),
    sort: DECK_SORTS.find((each) => each === sort && each !== DECK_SORTS[0]),
    starred: addressChoice([true], starred),
    person: addressText(person),
  };
}

/** Whether nothing is searched, filtered or sorted, so that the library has its sections. */
export function isWholeLibrary({ q, owner, sort, starred, person }: LibrarySearch): boolean {
  return q === undefined && owner === undefined && sort === undefined && starred === undefined && person === undefined;
}

/** What a list of decks is asked for. */
export function listFilter({ q, owner, sort = DECK_SORTS[0], starred, person }: LibrarySearch, collection?: string) {
  return {
    sort,
    ...(q !== undefined && { query: q }),
    ...(owner !== undefined && { owner }),
    ...(starred && { starred }),
    ...(person !== undefined && { ownerId: person }),
    ...(collection !== undefined && { collection }),
  };
}
