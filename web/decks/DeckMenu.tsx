import { IconDots, IconDownload, IconLock, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DropMenu } from '#web/ui/DropMenu.tsx';
import { MenuItem, MenuLine, MenuLink } from '#web/ui/MenuItems.tsx';
import { VersionItems } from '#web/versions/VersionItems.tsx';
import { changeVisibility } from './deck-changes.ts';
import { removeDeck } from './deck-removal.ts';

interface DeckMenuProps {
  deck: Deck;
  changeable: boolean;
  onRename: () => void;
}

export function DeckMenu({ deck, changeable, onRename }: DeckMenuProps) {
  const { t } = useTranslation();
  return (
    <DropMenu
      label={t('deck.actions', { title: deck.title })}
      className="menu-button deck-menu-button"
      icon={<IconDots size={18} aria-hidden />}
    >
      {changeable && (
        <>
          <MenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={onRename}>
            {t('deck.rename')}
          </MenuItem>
          <VisibilityItem deck={deck} />
        </>
      )}
      <VersionItems deck={deck} changeable={changeable} />
      <MenuLink icon={<IconDownload size={16} aria-hidden />} href={`/api/decks/${deck.id}/blob`}>
        {t('deck.download')}
      </MenuLink>
      {changeable && (
        <>
          <MenuLine />
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={() => removeDeck(deck)}>
            {t('deck.delete')}
          </MenuItem>
        </>
      )}
    </DropMenu>
  );
}

function VisibilityItem({ deck }: { deck: Deck }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const shared = deck.visibility === 'team';
  const hide = deck.ownerId === user.id ? t('deck.unshare') : t('deck.unshareOther');
  return (
    <MenuItem
      icon={shared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
      onChoose={() => void changeVisibility(deck, shared ? 'private' : 'team')}
    >
      {shared ? hide : t('deck.share')}
    </MenuItem>
  );
}
