import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '#web/lib/trpc.ts';
import { UnplacedNotesDialog } from './UnplacedNotesDialog.tsx';

/** A link to the notes whose slides the current version does not have, so that no note is lost. */
export function UnplacedNotes({ deckId }: { deckId: string }) {
  const { t } = useTranslation();
  const list = useQuery(trpc.notes.list.queryOptions({ id: deckId }));
  const notes = list.data?.unplaced ?? [];
  const [open, setOpen] = useState(false);
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
