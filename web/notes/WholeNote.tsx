import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import type { NoteBook } from './note-book.ts';
import { noteKey, recordsOf } from '#web/lib/deck-records.ts';
import { SlideNote } from './SlideNote.tsx';

interface WholeNoteProps {
  deck: DeckDetail;
  book: NoteBook;
  /** The inner slide whose note is shown above. */
  place: NotePlace;
}

/**
 * The note of a single-document deck as a whole, if there is one: clients that do not know inner slides write it, and earlier
 * builds did.
 */
export function WholeNote({ deck, book, place }: WholeNoteProps) {
  const { t } = useTranslation();
  const notes = useQuery(trpc.notes.list.queryOptions(recordsOf(deck)));
  const [isOpen, setOpen] = useState(false);
  const whole = { slideIndex: place.slideIndex, inner: null, number: null, startingText: '' };
  const stored = notes.data?.items.find((note) => noteKey(note) === noteKey(whole));
  // An emptied note stays while it is open, so that the field does not vanish while someone types.
  if (!isOpen && (stored === undefined || stored.body.trim() === '')) return null;
  return (
    <details className="notes-whole" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('notes.ofDeck')}</summary>
      {isOpen && <SlideNote deck={deck} book={book} place={whole} />}
    </details>
  );
}
