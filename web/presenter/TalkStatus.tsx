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
    <p className="talk-status" role="status" data-on={talk !== null} data-connection={connection}>
      <strong>{what}</strong> <span>{who}</span>{' '}
      <span className="talk-connection" title={connection === 'live' ? undefined : t('presenter.offlineLead')}>
        {t(`presenter.${connection}`)}
      </span>
    </p>
  );
}
