import { ANY_TALK } from './talk-window.ts';

const keyOf = (deckId: string): string => `lectern.talk.${deckId}`;

/** Remembers the talk that this window follows or presents, so that a reload rejoins it. */
export function rememberTalk(deckId: string, talkId: string | null): void {
  try {
    if (talkId === null) sessionStorage.removeItem(keyOf(deckId));
    else sessionStorage.setItem(keyOf(deckId), talkId);
  } catch {
    // Without storage, the user is asked again after a reload.
  }
}

/**
 * What to follow at the start: the talk from before a reload, or any talk if the address is a link for the audience
 * (`…#follow`).
 */
export function startsFollowing(deckId: string): string | null {
  if (location.hash === '#follow') return ANY_TALK;
  try {
    return sessionStorage.getItem(keyOf(deckId));
  } catch {
    return null;
  }
}
