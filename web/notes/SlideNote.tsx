import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import { EarlierNote } from './EarlierNote.tsx';
import type { NoteBook } from './note-book.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { useNotePage } from './use-note-page.ts';

interface SlideNoteProps {
  deck: DeckDetail;
  book: NoteBook;
  place: NotePlace;
}

/** The note of a slide: editable in the current version, read-only in an earlier version that a talk still shows. */
export function SlideNote({ deck, book, place }: SlideNoteProps) {
  // Text typed while a new version arrived stays visible, although it is saved in the new version or cannot be saved.
  if (deck.currentVersion.current || book.hasOwnText(place)) return <CurrentNote deck={deck} book={book} place={place} />;
  return <EarlierNote key={noteKey(place)} deck={deck} place={place} />;
}

function CurrentNote({ deck, book, place }: SlideNoteProps) {
  const { t } = useTranslation();
  const { notes, page } = useNotePage(deck, book, place);
  return (
    <>
      {notes.isError && notes.data === undefined && (
        <p role="alert" className="notes-fault">
          {t('notes.loadFailed')} {faultWords(notes.error, t)}
        </p>
      )}
      {page !== null && <NoteEditor key={noteKey(place)} page={page} deckId={deck.id} place={place} />}
    </>
  );
}
