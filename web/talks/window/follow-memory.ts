import { ANY_TALK } from './talk-window.ts';
import { decoded } from '#shared/decoded.ts';

const keyOf = (deckId: string): string => `lectern.talk.${deckId}`;

/** The fragment of a link for the audience, alone or with the presenter's id: `#follow=…`. */
const AUDIENCE_LINK = /^#follow(?:=(.+))?$/;

/** The address with which others follow the presenter's talk in this deck. */
export function audienceLink(deckId: string, presenterId: string): string {
  return new URL(`/decks/${encodeURIComponent(deckId)}#follow=${encodeURIComponent(presenterId)}`, location.origin).href;
}

/** Remembers the talk that this window follows, presents or waits for (`ANY_TALK`), so that a reload rejoins it. */
export function rememberTalk(deckId: string, talkId: string | null): void {
  try {
    if (talkId === null) sessionStorage.removeItem(keyOf(deckId));
    else sessionStorage.setItem(keyOf(deckId), talkId);
  } catch {
    // Without storage, the user is asked again after a reload.
  }
}

/** What to follow at the start: the talk from before a reload, or any talk if the address is a link for the audience. */
export function startsFollowing(deckId: string): { readonly follows: string | null; readonly prefers: string | null } {
  const link = AUDIENCE_LINK.exec(location.hash);
  if (link !== null) return { follows: ANY_TALK, prefers: link[1] === undefined ? null : decoded(link[1]) };
  try {
    return { follows: sessionStorage.getItem(keyOf(deckId)), prefers: null };
  } catch {
    return { follows: null, prefers: null };
  }
}
