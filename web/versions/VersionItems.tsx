import { IconHistory, IconReplace } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { MenuItem } from '#web/ui/MenuItems.tsx';
import { versionDialogs } from './version-dialogs.ts';

/** The menu items for versions. Users who cannot change the deck get only the list. */
export function VersionItems({ deck, changeable }: { deck: Deck; changeable: boolean }) {
  const { t } = useTranslation();
  const open = (show: 'list' | 'replace') => versionDialogs.open({ show, deck, changeable });
  return (
    <>
      {changeable && (
        <MenuItem icon={<IconReplace size={16} aria-hidden />} onChoose={() => open('replace')}>
          {t('versions.replaceItem')}
        </MenuItem>
      )}
      <MenuItem icon={<IconHistory size={16} aria-hidden />} onChoose={() => open('list')}>
        {t('versions.listItem')}
      </MenuItem>
    </>
  );
}
