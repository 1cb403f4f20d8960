import { Link, useRouteContext } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveTalk } from '#shared/talks.ts';
import { DeckPicture } from '#web/decks/DeckPicture.tsx';
import { formatSince } from '#web/lib/format.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

/** The talks that are running now. One click joins a talk. */
export function LiveTalks({ talks }: { talks: readonly LiveTalk[] }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="library-section" aria-labelledby={id}>
      <h2 id={id} className="live-heading">
        {t('library.sections.live')}
      </h2>
      <ul className="live-talks" aria-labelledby={id}>
        {talks.map((talk) => (
          <LiveTalkRow key={talk.id} talk={talk} />
        ))}
      </ul>
    </section>
  );
}

function LiveTalkRow({ talk: { deck, presenter, startedAt } }: { talk: LiveTalk }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  const isOwn = presenter.id === user.id;
  const params = { deckId: deck.id };
  return (
    <li ref={useFocusHandover()} className="live-talk">
      <DeckPicture deck={deck} />
      <div className="live-talk-words">
        <h3 dir="auto">{deck.title}</h3>
        <p className="facts">
          <span>{isOwn ? t('talk.presenting') : t('talk.offer', { name: presenter.name })}</span>
          <span>{t('library.live.started', { since: formatSince(startedAt) })}</span>
        </p>
      </div>
      {isOwn ? (
        <Link
          to="/decks/$deckId/present"
          params={params}
          className="button live-talk-join"
          data-variant="default"
          aria-label={t('library.live.returnTo', { title: deck.title })}
        >
          {t('library.live.return')}
        </Link>
      ) : (
        <Link
          to="/decks/$deckId"
          params={params}
          hash={`follow=${presenter.id}`}
          className="button live-talk-join"
          data-variant="default"
          aria-label={t('library.live.joinOf', { title: deck.title })}
        >
          {t('library.live.join')}
        </Link>
      )}
    </li>
  );
}
