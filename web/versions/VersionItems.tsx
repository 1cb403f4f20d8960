import { IconHistory, IconReplace } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { MenuItem } from '#web/ui/DropMenu.tsx';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';

/** The menu items for versions. Users who cannot change the deck get only the list. */
export function VersionItems({ deck }: { deck: Pick<Deck, 'id' | 'title' | 'permissions'> }) {
  const { t } = useTranslation();
  const open = (show: 'versions' | 'replace') => deckDialogs.open({ show, deck });
  return (
    <>
      {deck.permissions.edit && (
        <MenuItem icon={<IconReplace size={16} aria-hidden />} onChoose={() => open('replace')}>
          {t('versions.replaceItem')}
        </MenuItem>
      )}
      <MenuItem icon={<IconHistory size={16} aria-hidden />} onChoose={() => open('versions')}>
        {t('versions.listItem')}
      </MenuItem>
    </>
  );
}
