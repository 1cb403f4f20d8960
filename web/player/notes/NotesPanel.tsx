import './notes.css';
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { NoteBook } from './note-book.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { UnplacedNotes } from './UnplacedNotes.tsx';

interface NotesPanelProps {
  deck: DeckDetail;
  book: NoteBook;
  slideIndex: number;
  onClose: () => void;
}

export function NotesPanel({ deck, book, slideIndex, onClose }: NotesPanelProps) {
  const { t } = useTranslation();
  const notes = useQuery(trpc.notes.list.queryOptions({ id: deck.id }));
  const stored = notes.data?.items.find((note) => note.slideIndex === slideIndex) ?? null;
  return (
    <aside className="notes" aria-label={t('notes.title')}>
      <header>
        <h2>{t('notes.title')}</h2>
        <button type="button" className="player-button" aria-label={t('notes.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      {notes.isError && notes.data === undefined && (
        <p role="alert" className="notes-fault">
          {t('notes.loadFailed')} {faultWords(notes.error, t)}
        </p>
      )}
      {notes.isSuccess && (
        <NoteEditor
          key={slideIndex}
          page={book.page(slideIndex, stored)}
          slideIndex={slideIndex}
          fromPackage={(deck.manifest.slides[slideIndex]?.notes ?? '') !== ''}
        />
      )}
      <UnplacedNotes deckId={deck.id} notes={notes.data?.unplaced ?? []} />
    </aside>
  );
}
