import './notes.css';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import type { NoteBook } from './note-book.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { UnplacedNotes } from './UnplacedNotes.tsx';
import { useNotePage } from './use-note-page.ts';

interface NotesPanelProps {
  deck: DeckDetail;
  book: NoteBook;
  slideIndex: number;
  /** What the deck itself notes to the slide inside its document that is shown: untrusted text, not the team's. */
  innerNotes?: string | null | undefined;
  onClose: () => void;
}

export function NotesPanel({ deck, book, slideIndex, innerNotes, onClose }: NotesPanelProps) {
  const { t } = useTranslation();
  const { notes, page } = useNotePage(deck.id, book, slideIndex);
  return (
    <aside className="notes" aria-label={t('notes.title')}>
      <header>
        <h2>{t('notes.title')}</h2>
        <button type="button" className="player-button" aria-label={t('notes.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      {(innerNotes ?? '').trim() !== '' && (
        <section className="notes-inner" aria-label={t('notes.inDeck')}>
          <h3>{t('notes.inDeck')}</h3>
          <pre dir="auto">{innerNotes}</pre>
        </section>
      )}
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
      <UnplacedNotes deckId={deck.id} notes={notes.data?.unplaced ?? []} />
    </aside>
  );
}
