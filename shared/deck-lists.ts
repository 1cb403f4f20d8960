/** The orders of a list of decks. Free of zod, which the web application does not load. */
export const DECK_SORTS = ['created', 'updated', 'opened', 'title'] as const;
export type DeckSort = (typeof DECK_SORTS)[number];

/** Parts of the decks that a user sees: own ones, those of the team, and those that others have shared with the user by name. */
export const DECK_OWNERS = ['me', 'team', 'shared'] as const;
export type DeckOwner = (typeof DECK_OWNERS)[number];

/** How many decks the library offers to continue with. */
export const CONTINUED_DECKS = 4;

/** How many running talks the library lists. */
export const LIVE_TALKS_LISTED = 20;
