import './talk-bar.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import type { Talk } from '#shared/talks.ts';
import { useConnection } from '#web/live/use-connection.ts';
import { AskQuestions } from './questions/AskQuestions.tsx';
import { EndTalk } from './EndTalk.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import { TalkAct, TalkLine } from './TalkLine.tsx';
import { audienceWords, useAudience } from './use-audience.ts';
import type { PresenterView } from './use-presenter-view.ts';
import { usePresenterAway } from './use-presenter-away.ts';
import type { Talks } from './use-talks.ts';
import { ViewFault } from './ViewFault.tsx';

interface TalkBarProps {
  deck: DeckDetail;
  talks: Talks;
  view: PresenterView;
  /** Other lines. */
  children: ReactNode;
}

/** Lines about talks above the stage: offers to follow, the state of the followed talk, and the state of one's own talk. */
export function TalkBar({ deck, talks, view, children }: TalkBarProps) {
  const { t } = useTranslation();
  const { mine, followed, notice } = talks;
  return (
    <aside className="talk-bar" aria-label={t('talk.bar')}>
      <ViewFault view={view} />
      {notice !== null && (
        <NoticeLine key={`${notice.say} ${notice.person.id}`} notice={notice} onDismiss={talks.dismissNotice} />
      )}
      {mine !== null && <Presenting deck={deck} talks={talks} onOpenView={view.open} />}
      {followed !== null && <Following talks={talks} talk={followed} />}
      {talks.waiting && <Waiting talks={talks} />}
      {mine === null && followed === null && <Offers talks={talks} />}
      {mine === null && followed === null && children}
    </aside>
  );
}

function Offers({ talks }: { talks: Talks }) {
  const { t } = useTranslation();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const offered = talks.running.filter(({ id }) => !declined.includes(id));
  return offered.map(({ id, presenter: { name } }) => (
    <TalkLine key={id} words={t('talk.offer', { name })}>
      <TalkAct main label={t('talk.followName', { name })} onAct={() => talks.follow(id)}>
        {t('talk.follow')}
      </TalkAct>
      <TalkAct onAct={() => setDeclined([...declined, id])}>{t('talk.notNow')}</TalkAct>
    </TalkLine>
  ));
}

/** Shown after the link for the audience was opened before the talk starts. */
function Waiting({ talks }: { talks: Talks }) {
  const { t } = useTranslation();
  return (
    <TalkLine words={t('talk.waiting')}>
      <TalkAct onAct={() => talks.follow(null)}>{t('talk.notNow')}</TalkAct>
    </TalkLine>
  );
}

function Following({ talks, talk }: { talks: Talks; talk: Talk }) {
  const { t } = useTranslation();
  const offline = useConnection() !== 'live';
  const away = usePresenterAway(talk, talks.presence);
  const { name } = talk.presenter;
  const stop = <TalkAct onAct={() => talks.follow(null)}>{t('talk.stop')}</TalkAct>;
  if (talks.browsing) {
    return (
      <TalkLine words={t('talk.browsing')}>
        <TalkAct main onAct={() => talks.follow(talk.id)}>
          {t('talk.back', { name })}
        </TalkAct>
        {stop}
      </TalkLine>
    );
  }
  if (offline) return <TalkLine words={t('talk.offline')}>{stop}</TalkLine>;
  return (
    <TalkLine quiet={!away} words={t(away ? 'talk.away' : 'talk.following', { name })}>
      <AskQuestions key={talk.id} talk={talk} />
      {stop}
    </TalkLine>
  );
}

function Presenting({ deck, talks, onOpenView }: { deck: DeckDetail; talks: Talks; onOpenView: () => void }) {
  const { t } = useTranslation();
  const audience = useAudience(deck, talks);
  const words = (
    <>
      <strong>{t('talk.presenting')}</strong>, {audienceWords(audience, t)}
    </>
  );
  return (
    <TalkLine quiet words={words}>
      <TalkAct onAct={onOpenView}>{t('talk.openView')}</TalkAct>
      <EndTalk audience={audience} onEnd={talks.end} />
    </TalkLine>
  );
}
