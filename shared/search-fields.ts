/** Where a search can find something. Free of zod, which the web application does not load. */
export const SEARCH_FIELDS = ['title', 'slide', 'notes', 'speakerNotes', 'comment'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];
