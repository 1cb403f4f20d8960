import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DropMenu } from '#web/ui/DropMenu.tsx';
import { MenuItem, MenuLine, MenuLink } from '#web/ui/MenuItems.tsx';
import { ShareItem } from '#web/sharing/ShareItem.tsx';
import { VersionItems } from '#web/versions/VersionItems.tsx';
import { deleteDeck } from '#web/decks/deck-lists.ts';

interface DeckMenuProps {
  deck: Deck;
  onRename: () => void;
}

export function DeckMenu({ deck, onRename }: DeckMenuProps) {
  const { t } = useTranslation();
  const { edit, delete: mayDelete } = deck.permissions;
  return (
    <DropMenu
      label={t('deck.actions', { title: deck.title })}
      className="menu-button deck-menu-button"
      icon={<IconDots size={18} aria-hidden />}
    >
      {edit && (
        <MenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={onRename}>
          {t('deck.rename')}
        </MenuItem>
      )}
      <ShareItem deck={deck} />
      <VersionItems deck={deck} />
      <MenuLink icon={<IconDownload size={16} aria-hidden />} href={`/api/decks/${deck.id}/blob`}>
        {t('deck.download')}
      </MenuLink>
      {mayDelete && (
        <>
          <MenuLine />
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={() => void deleteDeck(deck)}>
            {t('deck.delete')}
          </MenuItem>
        </>
      )}
    </DropMenu>
  );
}
