import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { deleteDecks } from '#web/decks/deck-lists.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Confirm } from '#web/ui/Confirm.tsx';

interface DeleteSeveralProps {
  decks: readonly Deck[];
  onClose: () => void;
  /** Called when the decks are deleted. */
  onDone: () => void;
}

/** Asks for confirmation before several decks are deleted. Those that the user may not delete stay. */
export function DeleteSeveral({ decks, onClose, onDone }: DeleteSeveralProps) {
  const { t } = useTranslation();
  const settings = useQuery(trpc.trash.settings.queryOptions());
  const [pending, setPending] = useState(false);
  const own = decks.filter(({ permissions }) => permissions.delete);
  const isRestorable = settings.data?.days !== 0;
  const kept = decks.length - own.length;
  return (
    <Confirm
      title={t('selection.deleteTitle', { count: own.length })}
      confirmLabel={t('selection.delete')}
      cancelLabel={t('trash.keep')}
      closeLabel={t('shell.close')}
      pending={pending || settings.isPending}
      onConfirm={() => {
        setPending(true);
        void deleteDecks(own, isRestorable).finally(onDone);
      }}
      onClose={onClose}
    >
      <p>{t(isRestorable ? 'selection.deleteLead' : 'selection.deleteForGood')}</p>
      {kept > 0 && <p>{t('selection.notYours', { count: kept })}</p>}
    </Confirm>
  );
}
