import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { starDeck } from '#web/decks/deck-changes.ts';
import { MenuItem } from '#web/ui/DropMenu.tsx';

/** Stars a deck, or removes the star. */
export function StarItem({ deck }: { deck: Pick<Deck, 'id' | 'starred'> }) {
  const { t } = useTranslation();
  const Star = deck.starred ? IconStarFilled : IconStar;
  return (
    <MenuItem icon={<Star size={16} aria-hidden />} onChoose={() => void starDeck(deck)}>
      {t(deck.starred ? 'deck.unstar' : 'deck.star')}
    </MenuItem>
  );
}
