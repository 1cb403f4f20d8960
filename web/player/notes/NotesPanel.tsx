import './notes.css';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { LongText } from '#web/ui/LongText.tsx';
import type { NoteBook } from './note-book.ts';
import { SlideNote } from './SlideNote.tsx';
import { UnplacedNotes } from './UnplacedNotes.tsx';

interface NotesPanelProps {
  deck: DeckDetail;
  book: NoteBook;
  slideIndex: number;
  /** Speaker notes inside the document for the current slide. Untrusted text, separate from the team's note. */
  innerNotes?: string | null | undefined;
  onClose: () => void;
}

export function NotesPanel({ deck, book, slideIndex, innerNotes, onClose }: NotesPanelProps) {
  const { t } = useTranslation();
  return (
    <aside className="notes" aria-label={t('notes.title')}>
      <header>
        <h2>{t('notes.title')}</h2>
        <button type="button" className="player-button" aria-label={t('notes.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      {innerNotes != null && innerNotes.trim() !== '' && (
        <section className="notes-inner" aria-label={t('notes.inDeck')}>
          <h3>{t('notes.inDeck')}</h3>
          <LongText>{innerNotes}</LongText>
        </section>
      )}
      <SlideNote deck={deck} book={book} slideIndex={slideIndex} />
      {deck.currentVersion.current && <UnplacedNotes deckId={deck.id} />}
    </aside>
  );
}
