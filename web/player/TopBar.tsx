import { IconArrowLeft, IconPresentation, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { Viewers } from './Viewers.tsx';
import { OutboxLine } from '#web/outbox/OutboxLine.tsx';
import { ControlButton } from '#web/stage/controls/ControlButton.tsx';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import { Tip, Tips } from '#web/ui/Tip.tsx';
import { DeckActions } from './DeckActions.tsx';

interface TopBarProps {
  deck: DeckDetail;
  onPresent: () => void;
  onTrust: () => void;
  onInner: () => void;
  onCopies: () => void;
  onGo: (slideIndex: number) => void;
}

/** The way back and the title on one side, what concerns other people and the deck on the other. */
export function TopBar({ deck, onPresent, onTrust, onInner, onCopies, onGo }: TopBarProps) {
  const { t } = useTranslation();
  // An earlier version is only looked at.
  const isCurrent = deck.currentVersion.current;
  return (
    <Tips>
      <header className="player-bar player-top">
        <div className="player-group player-top-title">
          <Tip label={t('player.back')} side="bottom">
            <Link to="/" viewTransition className="player-button" aria-label={t('player.back')}>
              <IconArrowLeft size={20} aria-hidden />
            </Link>
          </Tip>
          <p className="player-title" dir="auto" aria-hidden="true">
            {deck.title}
          </p>
        </div>
        <div className="player-group">
          <div className="player-top-state">
            <OutboxLine />
            <Viewers deck={deck} onGo={onGo} />
          </div>
          {isCurrent && (
            <ControlButton label={t('player.present')} shortcut={KEY_NAMES.presenter[0]} side="bottom" onClick={onPresent}>
              <IconPresentation size={20} aria-hidden />
              <span className="player-word" aria-hidden="true">
                {t('player.present')}
              </span>
            </ControlButton>
          )}
          <ControlButton
            label={t(deck.permissions.manage ? 'player.share' : 'player.people')}
            side="bottom"
            onClick={() => deckDialogs.open({ show: 'share', deck })}
          >
            <IconUserPlus size={20} aria-hidden />
            <span className="player-word" aria-hidden="true">
              {t(deck.permissions.manage ? 'player.share' : 'player.people')}
            </span>
          </ControlButton>
          <DeckActions deck={deck} onTrust={onTrust} onInner={onInner} onCopies={onCopies} />
        </div>
      </header>
    </Tips>
  );
}
