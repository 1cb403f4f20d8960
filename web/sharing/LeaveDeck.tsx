import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { useLeavePage } from '#web/decks/use-leave-page.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { leaveDeck } from './leave-deck.ts';

interface LeaveDeckProps {
  deck: DeckDetail;
  /** The viewer. */
  userId: string;
  onClose: () => void;
}

/** Asks for confirmation before the viewer gives up their own access to a deck, which they cannot restore themselves. */
export function LeaveDeck({ deck, userId, onClose }: LeaveDeckProps) {
  const { t } = useTranslation();
  const leavePage = useLeavePage();
  const leave = (): void => {
    deckDialogs.close();
    void leaveDeck(deck, userId, leavePage);
  };
  return (
    <Confirm
      title={t('sharing.leaveTitle', { title: deck.title })}
      confirmLabel={t('sharing.leave')}
      cancelLabel={t('sharing.cancel')}
      closeLabel={t('shell.close')}
      pending={false}
      onConfirm={leave}
      onClose={onClose}
    >
      <p>{t(`sharing.leaveLead.${deck.visibility}`, { owner: deck.owner.name })}</p>
    </Confirm>
  );
}
