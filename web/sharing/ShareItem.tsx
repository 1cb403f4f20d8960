import { IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type DeckDialog, deckDialogs } from '#web/decks/deck-dialogs.ts';
import { MenuItem } from '#web/ui/DropMenu.tsx';

/** The menu item that opens the share dialog. */
export function ShareItem({ deck }: Pick<DeckDialog, 'deck'>) {
  const { t } = useTranslation();
  return (
    <MenuItem icon={<IconUserPlus size={16} aria-hidden />} onChoose={() => deckDialogs.open({ show: 'share', deck })}>
      {t(deck.permissions.manage ? 'deck.shareItem' : 'deck.peopleItem')}
    </MenuItem>
  );
}
