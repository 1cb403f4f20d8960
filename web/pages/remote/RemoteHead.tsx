import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/talks/clock/server-time.ts';
import { elapsedMs, formatCountdown, formatDuration, remainingMs, urgency } from '#web/talks/clock/talk-clock.ts';
import type { RemoteTalk } from './use-remote-view.ts';

/** The state of the talk: connection, slide number and times. */
export function RemoteHead({ view, connected }: { view: RemoteTalk; connected: boolean }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 200);
    return () => clearInterval(timer);
  }, []);
  const { clock, slideNumber, slideCount } = view;
  const left = remainingMs(clock, now);
  return (
    <header className="remote-head" data-urgency={urgency(clock, now)}>
      <p className="remote-state" role="status" data-connected={connected}>
        {t(connected ? 'remote.live' : 'remote.reconnecting')}
      </p>
      <h1 dir="auto">{view.deckTitle}</h1>
      <p className="remote-count">
        <strong>{slideNumber}</strong> / {slideCount}
        <span className="visually-hidden">{t('remote.count', { number: slideNumber, count: slideCount })}</span>
      </p>
      <p className="remote-time">
        <span>{t('remote.elapsed')}</span> <strong>{formatDuration(elapsedMs(clock, now))}</strong>
      </p>
      {left !== null && (
        <p className="remote-time remote-left">
          <span>{t('remote.remaining')}</span> <strong>{formatCountdown(left)}</strong>
        </p>
      )}
    </header>
  );
}
