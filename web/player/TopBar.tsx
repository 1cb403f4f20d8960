import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { DeckActions } from './DeckActions.tsx';

export function TopBar({ deck }: { deck: DeckDetail }) {
  const { t } = useTranslation();
  return (
    <header className="player-bar player-top">
      <Link to="/" className="player-button" aria-label={t('player.back')} title={t('player.back')}>
        <IconArrowLeft size={20} aria-hidden />
      </Link>
      <p className="player-title" dir="auto" aria-hidden="true">
        {deck.title}
      </p>
      <DeckActions deck={deck} />
    </header>
  );
}
