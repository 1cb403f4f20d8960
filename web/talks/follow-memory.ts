import { ANY_TALK } from './talk-window.ts';

const keyOf = (deckId: string): string => `lectern.follows.${deckId}`;

/** The talk that this window follows, over a reload. */
export function rememberFollowed(deckId: string, talkId: string | null): void {
  try {
    if (talkId === null) sessionStorage.removeItem(keyOf(deckId));
    else sessionStorage.setItem(keyOf(deckId), talkId);
  } catch {
    // Without storage a reload asks again whether to follow.
  }
}

/** What to follow from the start: the talk from before the reload, or, by a link for the audience (`…#follow`), any. */
export function startsFollowing(deckId: string): string | null {
  if (location.hash === '#follow') return ANY_TALK;
  try {
    return sessionStorage.getItem(keyOf(deckId));
  } catch {
    return null;
  }
}
