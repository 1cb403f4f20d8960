import { IconArrowLeft, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { DeckDetail } from '#shared/decks.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';
import { EndTalk } from '#web/talks/EndTalk.tsx';
import { useAudience } from '#web/talks/use-audience.ts';
import type { Talks } from '#web/talks/use-talks.ts';
import { AudienceLink } from './AudienceLink.tsx';
import { HandOver } from './HandOver.tsx';
import { PairPhone } from './PairPhone.tsx';
import { PresenterQuestions } from './questions/PresenterQuestions.tsx';
import { TalkStatus } from './TalkStatus.tsx';
import type { Takes } from './questions/use-takes.ts';

interface PresenterHeadProps {
  takes: Takes;
  deck: DeckDetail;
  talks: Talks;
  /** The talk is being started, by this window or by the player that opened it. */
  starting: boolean;
  onStart: () => void;
}

/** The title, the state of the talk and the buttons to manage it. */
export function PresenterHead({ deck, talks, takes, starting, onStart }: PresenterHeadProps) {
  const { t } = useTranslation();
  const { mine } = talks;
  const audience = useAudience(deck, talks);
  return (
    <header className="presenter-head">
      <Link
        to="/decks/$deckId/$slideNumber"
        params={{ deckId: deck.id, slideNumber: String(talks.position.current + 1) }}
        className="player-button"
        aria-label={t('presenter.toPlayer')}
        title={t('presenter.toPlayer')}
      >
        <IconArrowLeft size={20} aria-hidden />
      </Link>
      <div className="presenter-what">
        <h1 dir="auto" title={deck.title}>
          {deck.title}
        </h1>
        <TalkStatus talk={mine} audience={audience} />
      </div>
      <div className="presenter-acts">
        <AudienceLink deck={deck} talks={talks} />
        <PresenterQuestions deck={deck} talk={mine} takes={takes} />
        {/* Hidden on small screens; the dialog for the audience leads there, too. */}
        <button
          type="button"
          className="head-act"
          data-for="wide"
          aria-haspopup="dialog"
          onClick={() => deckDialogs.open({ show: 'share', deck })}
        >
          <IconUserPlus size={18} aria-hidden />
          <span>{t(deck.permissions.manage ? 'player.share' : 'player.people')}</span>
        </button>
        {mine === null ? (
          <Button loading={starting} onClick={onStart}>
            {t('presenter.start')}
          </Button>
        ) : (
          <>
            <PairPhone talk={mine} remotes={talks.remotes} />
            <HandOver talk={mine} talks={talks} />
            <EndTalk audience={audience} onEnd={talks.end} />
          </>
        )}
      </div>
    </header>
  );
}
