import './notes.css';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import type { NoteBook } from './note-book.ts';
import { SlideNote } from './SlideNote.tsx';
import { WholeNote } from './WholeNote.tsx';
import { UnplacedNotes } from './UnplacedNotes.tsx';

interface NotesPanelProps {
  deck: DeckDetail;
  book: NoteBook;
  inside: InnerSlides;
  onClose: () => void;
}

export function NotesPanel({ deck, book, inside, onClose }: NotesPanelProps) {
  const { t } = useTranslation();
  const place = inside.note;
  return (
    <aside className="notes" aria-label={t('notes.title')}>
      <header>
        <h2>{t('notes.title')}</h2>
        <button type="button" className="player-button" aria-label={t('notes.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      {place !== null && <SlideNote deck={deck} book={book} place={place} />}
      {place !== null && place.inner !== null && <WholeNote deck={deck} book={book} place={place} />}
      {deck.currentVersion.current && <UnplacedNotes deckId={deck.id} inside={inside} />}
    </aside>
  );
}
