import { Menu } from '@mantine/core';
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { removeDeck } from '#web/decks/deck-removal.ts';

export function DeckActions({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu width={200}>
      <Menu.Target>
        <button type="button" className="player-button" aria-label={t('deck.actions', { title: deck.title })}>
          <IconDots size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`/api/decks/${deck.id}/blob`} download leftSection={<IconDownload size={16} aria-hidden />}>
          {t('deck.download')}
        </Menu.Item>
        {deck.permissions.delete && (
          <Menu.Item
            data-destroys
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              removeDeck(deck);
              void navigate({ to: '/' });
            }}
          >
            {t('deck.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
