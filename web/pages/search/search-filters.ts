import { SEARCH_FIELDS, type SearchField } from '#shared/search-fields.ts';
import { addressChoice, addressText } from '#web/lib/page/parameters.ts';

/** The ranges of dates that can be chosen, in days up to now. */
export const SEARCH_DAYS = [7, 30, 365] as const;

/** What is searched. It is in the address, so that it survives a reload and can be shared. */
export interface SearchFilters {
  q?: string | undefined;
  /** The id of the person who owns the decks. */
  owner?: string | undefined;
  /** The id of the collection that the decks are in. */
  collection?: string | undefined;
  /** In how many last days the decks were changed. */
  days?: (typeof SEARCH_DAYS)[number] | undefined;
  field?: SearchField | undefined;
}

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readSearchFilters({ q, owner, collection, days, field }: Record<string, unknown>): SearchFilters {
  return {
    q: addressText(q),
    owner: addressText(owner),
    collection: addressText(collection),
    days: addressChoice(SEARCH_DAYS, days),
    field: SEARCH_FIELDS.find((each) => each === field),
  };
}
