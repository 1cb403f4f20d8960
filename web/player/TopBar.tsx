import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { Viewers } from '#web/live/Viewers.tsx';
import { OutboxLine } from '#web/outbox/OutboxLine.tsx';
import { shownIndex } from '#web/stage/position/inner-slides.ts';
import { DeckActions } from './DeckActions.tsx';

interface TopBarProps {
  deck: DeckDetail;
  onTrust: () => void;
  onInner: () => void;
  onGo: (slideIndex: number) => void;
}

export function TopBar({ deck, onTrust, onInner, onGo }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className="player-bar player-top">
      <Link to="/" className="player-button" aria-label={t('player.back')} title={t('player.back')}>
        <IconArrowLeft size={20} aria-hidden />
      </Link>
      <p className="player-title" dir="auto" aria-hidden="true">
        {deck.title}
      </p>
      <div className="player-top-state">
        <OutboxLine />
        <Viewers deckId={deck.id} indexOf={(place) => shownIndex(deck.manifest, place)} onGo={onGo} />
      </div>
      <DeckActions deck={deck} onTrust={onTrust} onInner={onInner} />
    </header>
  );
}
