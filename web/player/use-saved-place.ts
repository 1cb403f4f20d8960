import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import type { Place } from '#shared/place.ts';
import type { OpeningSave } from '#shared/openings.ts';
import { showAsContinued, whileSavingPlace } from '#web/decks/continued.ts';
import { faultFromEnvelope } from '#web/lib/rest.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { expectedUserHeader, ownUser } from '#web/lib/session.ts';
import { type LastPlace, lastPlaceQuery } from '#web/stage/position/last-place.ts';
import { forgetUnsavedPlace, keepUnsavedPlace } from '#web/stage/position/unsaved-place.ts';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { placeForTalk } from '#web/talks/window/places.ts';
import { PlaceSaver } from './place-saver.ts';

/**
 * Saves where the user is, once the player has shown the slide, so that the deck opens there on any device.
 *
 * @param keepsPlace whether the deck opens here the next time; not while an earlier version is only looked at
 */
export function useSavedPlace(deck: DeckDetail, position: DeckPosition, { here }: InnerSlides, keepsPlace: boolean): void {
  const [saver] = useState(
    () =>
      new PlaceSaver({
        send: (save) => savePlace(deck, save),
        keep: (save, at) => keepUnsavedPlace(save.deckId, ownUser().id, { ...save, at }),
        forget: (deckId, at) => forgetUnsavedPlace(deckId, ownUser().id, at),
      }),
  );
  const isShown = keepsPlace && position.hasReported && !position.arriving;
  const save = {
    deckId: deck.id,
    versionId: deck.currentVersionId,
    place: placeForTalk(position),
    innerName: here?.name ?? null,
  };
  useEffect(() => {
    if (isShown) saver.visit(save);
  });
  useEffect(() => {
    const flush = () => saver.flush();
    const flushIfHidden = () => document.visibilityState === 'hidden' && flush();
    // The browser kept the page, for example when the user goes back.
    const returnIfKept = ({ persisted }: PageTransitionEvent) => persisted && saver.return();
    globalThis.addEventListener('pagehide', flush);
    globalThis.addEventListener('pageshow', returnIfKept);
    document.addEventListener('visibilitychange', flushIfHidden);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      globalThis.removeEventListener('pageshow', returnIfKept);
      document.removeEventListener('visibilitychange', flushIfHidden);
      flush();
    };
  }, [saver]);
}

/**
 * Uses `keepalive`, because other requests are cancelled when the page closes. Does not ask the user to sign in again: this browser
 * keeps the place, and the next opening of the deck sends it.
 */
async function savePlace(deck: DeckDetail, save: OpeningSave): Promise<void> {
  const { place, innerName } = save;
  const opening = { openedAt: new Date().toISOString(), place: asReceived(place), innerName };
  queryClient.setQueryData(lastPlaceQuery(deck.id).queryKey, opening);
  showAsContinued(deck, opening);
  const sent = sendPlace(save);
  whileSavingPlace(sent);
  return sent;
}

/** The place as the server sends it: without fields that are undefined. */
function asReceived({ slideIndex, inner }: Place): LastPlace['place'] {
  if (inner === null) return { slideIndex, inner };
  const { count, ...at } = inner;
  return { slideIndex, inner: count === undefined ? at : { ...at, count } };
}

async function sendPlace(save: OpeningSave): Promise<void> {
  const response = await fetch('/api/trpc/openings.save', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...expectedUserHeader() },
    body: JSON.stringify(save),
  });
  if (!response.ok) throw faultFromEnvelope(await response.json());
}
