import { addressNumber, addressText } from '#web/lib/page/parameters.ts';

/** What the address of a deck says besides the slide. */
export interface DeckSearch {
  /** The id of an earlier version to look at. */
  version?: string | undefined;
  /** The number of the slide inside the document that the address names, from 1, in a deck with several documents. */
  inner?: number | undefined;
}

/** More than any document has. */
const INNER_MAX = 100_000;

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readDeckSearch({ version, inner }: Record<string, unknown>): DeckSearch {
  return { version: addressText(version), inner: addressNumber(inner, 1, INNER_MAX) };
}
