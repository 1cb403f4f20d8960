import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { EarlierNote } from './EarlierNote.tsx';
import type { NoteBook } from './note-book.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { useNotePage } from './use-note-page.ts';

interface SlideNoteProps {
  deck: DeckDetail;
  book: NoteBook;
  slideIndex: number;
}

/** The note of a slide: editable in the current version, read-only in an earlier version that a talk still shows. */
export function SlideNote({ deck, book, slideIndex }: SlideNoteProps) {
  // Text typed while a new version arrived stays visible, with the reason why it cannot be saved.
  const isLeftOver = book.opened(slideIndex)?.isUnsaved() ?? false;
  if (deck.currentVersion.current || isLeftOver) return <CurrentNote deck={deck} book={book} slideIndex={slideIndex} />;
  return <EarlierNote key={slideIndex} deck={deck} slideIndex={slideIndex} />;
}

function CurrentNote({ deck, book, slideIndex }: SlideNoteProps) {
  const { t } = useTranslation();
  const { notes, page } = useNotePage(deck, book, slideIndex);
  return (
    <>
      {notes.isError && notes.data === undefined && (
        <p role="alert" className="notes-fault">
          {t('notes.loadFailed')} {faultWords(notes.error, t)}
        </p>
      )}
      {page !== null && (
        <NoteEditor
          key={slideIndex}
          page={page}
          deckId={deck.id}
          slideIndex={slideIndex}
          fromPackage={(deck.manifest.slides[slideIndex]?.notes ?? '') !== ''}
        />
      )}
    </>
  );
}
