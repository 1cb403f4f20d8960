import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/rest/root.router.ts';
import { type DeckPageData, type LibraryPageData, PAGE_DATA_ID, type PageData } from '#shared/page-data.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** `DeckPageData` as the client of the API types these answers. */
interface WrittenDeck extends Pick<DeckPageData, 'kind' | 'session' | 'deckId' | 'playback' | 'trust'> {
  readonly deck: Outputs['decks']['get'];
  readonly opening: Outputs['openings']['get'];
}

/** `LibraryPageData` in the same way. */
interface WrittenLibrary extends Pick<LibraryPageData, 'kind' | 'session'> {
  readonly decks: Outputs['decks']['list'];
  readonly live: Outputs['talks']['live'];
  readonly opened: Outputs['openings']['latest'];
}

type Written = WrittenDeck | WrittenLibrary;

/** Null when it was used, or the server has written none. */
let given = read();

function read(): Written | null {
  // Tests run this without a document.
  const element = globalThis.document?.getElementById(PAGE_DATA_ID);
  if (!element) return null;
  element.remove();
  // Written by the server that this script comes from, in answers that their schemas have checked there.
  return JSON.parse(element.textContent) as Written;
}

function take(userId: string): Written | null {
  const taken = given;
  given = null;
  return taken?.session.user.id === userId ? taken : null;
}

/**
 * What the server wrote into this page, for the user who was signed in when the page was loaded. It answers the first requests and no later ones, and none
 * after someone has signed in.
 */
export const pageData = {
  /** The session that the page was loaded with. */
  session: (): PageData['session'] | null => given?.session ?? null,

  /** What was written about the deck for this user. Only once, because it grows old. */
  takeDeck: (deckId: string, userId: string): WrittenDeck | null => {
    const written = take(userId);
    return written?.kind === 'deck' && written.deckId === deckId ? written : null;
  },

  /** What was written about the library for this user, once as well. */
  takeLibrary: (userId: string): WrittenLibrary | null => {
    const written = take(userId);
    return written?.kind === 'library' ? written : null;
  },

  /** Call this when the session is read again. */
  forget: (): void => {
    given = null;
  },
};
