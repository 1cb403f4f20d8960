/** What the address of a deck says besides the slide. */
export interface DeckSearch {
  /** The id of an earlier version to look at. */
  version?: string | undefined;
}

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readDeckSearch({ version }: Record<string, unknown>): DeckSearch {
  // The router parses an id of digits as a number.
  const isId = (typeof version === 'string' && version !== '') || typeof version === 'number';
  return { version: isId ? String(version) : undefined };
}
