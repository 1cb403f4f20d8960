import { useTranslation } from 'react-i18next';
import type { Talk } from '#shared/talks.ts';
import { useConnection } from '#web/live/use-connection.ts';
import { type AudienceSize, audienceWords } from '#web/talks/use-audience.ts';

/** Whether a talk is running, for how many people, and the connection state. */
export function TalkStatus({ talk, audience }: { talk: Talk | null; audience: AudienceSize }) {
  const { t } = useTranslation();
  const connection = useConnection();
  const what = talk === null ? t('presenter.rehearsing') : t('presenter.presenting');
  const who = talk === null ? t('presenter.rehearsingLead') : audienceWords(audience, t);
  return (
    // The number of visitors changes all the time, so screen readers do not read it out by themselves.
    <p className="talk-status" role="status" data-on={talk !== null} data-connection={connection}>
      <strong>{what}</strong> <span aria-live={audience.visitors > 0 ? 'off' : undefined}>{who}</span>{' '}
      <span className="talk-connection" title={connection === 'live' ? undefined : t('presenter.offlineLead')}>
        {t(`presenter.${connection}`)}
      </span>
    </p>
  );
}
