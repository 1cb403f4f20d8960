import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '#web/lib/trpc.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';
import { UnplacedNotesDialog } from './UnplacedNotesDialog.tsx';

/** A link to the notes whose slides the current version does not have, so that no note is lost. */
export function UnplacedNotes({ deckId, inside }: { deckId: string; inside: Pick<InnerSlides, 'names' | 'note'> }) {
  const { t } = useTranslation();
  const list = useQuery(trpc.notes.list.queryOptions({ id: deckId }));
  const [open, setOpen] = useState(false);
  // Which inner slides there are is known once there is a note to show.
  const gone =
    inside.note === null ? [] : (list.data?.items.filter(({ inner }) => inner !== null && !inside.names.includes(inner)) ?? []);
  const notes = [...gone, ...(list.data?.unplaced ?? [])];
  if (notes.length === 0) return null;
  return (
    <>
      <button type="button" className="notes-unplaced" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('notes.unplaced', { count: notes.length })}
      </button>
      {open && <UnplacedNotesDialog deckId={deckId} notes={notes} onClose={() => setOpen(false)} />}
    </>
  );
}
