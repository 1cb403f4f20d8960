import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import { noteKey, recordsOf } from '#web/lib/deck-records.ts';

/** A read-only note of an earlier version: the team's note, or the note in the package. */
export function EarlierNote({ deck, place }: { deck: DeckDetail; place: NotePlace }) {
  const { t } = useTranslation();
  const notes = useQuery(trpc.notes.list.queryOptions(recordsOf(deck)));

  if (notes.isError && notes.data === undefined) {
    return (
      <p role="alert" className="notes-fault">
        {t('notes.loadFailed')} {faultWords(notes.error, t)}
      </p>
    );
  }
  if (notes.data === undefined) return null;
  const note = notes.data.items.find((one) => noteKey(one) === noteKey(place));
  const text = note?.body ?? place.startingText;
  return (
    <div className="note">
      <textarea
        readOnly
        dir="auto"
        aria-label={place.number === null ? t('notes.ofDeck') : t('notes.of', { number: place.number })}
        value={text}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <footer className="note-status">
        <p role="status">{t('notes.ofVersion', { number: deck.currentVersion.number })}</p>
      </footer>
    </div>
  );
}
