/** The address of one archive with all these decks. */
export function downloadAddress(deckIds: readonly string[]): string {
  return `/api/decks.zip?ids=${deckIds.map(encodeURIComponent).join(',')}`;
}
