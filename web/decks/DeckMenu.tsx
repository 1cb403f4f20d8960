import { Menu } from '@mantine/core';
import { IconDots, IconDownload, IconLock, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
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
    <Menu width={240} returnFocus={false}>
      <Menu.Target>
        <button type="button" className="deck-menu-button" aria-label={t('deck.actions', { title: deck.title })}>
          <IconDots size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {changeable && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
            {t('deck.rename')}
          </Menu.Item>
        )}
        {changeable && <VisibilityItem deck={deck} />}
        <Menu.Item component="a" href={`/api/decks/${deck.id}/blob`} download leftSection={<IconDownload size={16} aria-hidden />}>
          {t('deck.download')}
        </Menu.Item>
        {changeable && <Menu.Divider />}
        {changeable && (
          <Menu.Item data-destroys leftSection={<IconTrash size={16} aria-hidden />} onClick={() => removeDeck(deck)}>
            {t('deck.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function VisibilityItem({ deck }: { deck: Deck }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const shared = deck.visibility === 'team';
  const hide = deck.ownerId === user.id ? t('deck.unshare') : t('deck.unshareOther');
  return (
    <Menu.Item
      leftSection={shared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
      onClick={() => void changeVisibility(deck, shared ? 'private' : 'team')}
    >
      {shared ? hide : t('deck.share')}
    </Menu.Item>
  );
}
