import '#web/talks/talk-bar.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { NoticeLine } from '#web/talks/NoticeLine.tsx';
import { TalkLine } from '#web/talks/TalkLine.tsx';
import type { Talks } from '#web/talks/use-talks.ts';
import { WaitingRemote } from './WaitingRemote.tsx';

interface PresenterLinesProps {
  talks: Talks;
  faults: readonly unknown[];
  /** Other lines. */
  children: ReactNode;
}

/** Notices, errors and pairing requests, shown above everything else. */
export function PresenterLines({ talks, faults, children }: PresenterLinesProps) {
  const { t } = useTranslation();
  const { notice, remotes } = talks;
  return (
    <aside className="talk-bar" aria-label={t('talk.bar')}>
      {notice !== null && (
        <NoticeLine key={`${notice.say} ${notice.person.id}`} notice={notice} onDismiss={talks.dismissNotice} />
      )}
      {faults.map((fault, at) =>
        fault === null ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- the array has a fixed position for each kind of error
          <TalkLine key={at} tone="fault" words={t('presenter.failed', { reason: faultWords(fault, t) })} />
        ),
      )}
      {remotes
        .filter(({ status }) => status === 'waiting')
        .map((remote) => (
          <WaitingRemote key={remote.id} remote={remote} />
        ))}
      {talks.mine === null && talks.followed === null && children}
    </aside>
  );
}
