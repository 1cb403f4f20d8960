import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { useDeckEvents } from '#web/live/use-deck-events.ts';
import { NoteBook } from './note-book.ts';

/** Opens the deck's note book, applies changes by others, and saves unsaved text when the page is hidden or closed. */
export function useNoteBook(deck: DeckDetail): NoteBook {
  const [book] = useState(() => new NoteBook(deck));
  useDeckEvents(deck.id, (event) => event.kind === 'note' && book.applyEvent(event));

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const stopFollowing = book.followDrafts();
    window.addEventListener('pagehide', () => book.saveOnLeaving(), { signal });
    document.addEventListener('visibilitychange', () => book.flush(), { signal });
    return () => {
      stop.abort();
      stopFollowing();
      book.close();
    };
  }, [book]);

  return book;
}
