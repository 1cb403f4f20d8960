import { useTranslation } from 'react-i18next';
import type { DeckDialog } from '#web/decks/deck-dialogs.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { useDeleteDeck } from '#web/decks/use-delete-deck.ts';
import { Confirm } from '#web/ui/Confirm.tsx';

/** Asks for confirmation before a deck is deleted on a server that keeps no trash. */
export function DeleteDeck({ deck }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  const { deleteNow } = useDeleteDeck();
  return (
    <Confirm
      title={t('trash.purgeTitle', { title: deck.title })}
      confirmLabel={t('trash.purgeNow')}
      cancelLabel={t('trash.keep')}
      closeLabel={t('shell.close')}
      pending={false}
      onConfirm={() => {
        deckDialogs.close();
        void deleteNow(deck, false);
      }}
      onClose={deckDialogs.close}
    >
      <p>{t('trash.purgeLead')}</p>
    </Confirm>
  );
}
