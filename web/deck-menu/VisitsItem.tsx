import { IconChartBar } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { MenuItem } from '#web/ui/DropMenu.tsx';

/** The menu item that leads to the visits of the deck's links, for those who may see them. */
export function VisitsItem({ deck }: { deck: Pick<Deck, 'id' | 'permissions'> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!deck.permissions.share) return null;
  return (
    <MenuItem
      icon={<IconChartBar size={16} aria-hidden />}
      onChoose={() => void navigate({ to: '/decks/$deckId/visits', params: { deckId: deck.id } })}
    >
      {t('visits.title')}
    </MenuItem>
  );
}
