import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { presenterViewUrl } from './presenter-window.ts';
import { TalkAct, TalkLine } from './TalkLine.tsx';
import type { PresenterView } from './use-presenter-view.ts';

/** Explains why the presenter window or the talk did not start, and what to do. */
export function ViewFault({ view }: { view: PresenterView }) {
  const { t } = useTranslation();
  const dismiss = (
    <TalkAct label={t('talk.dismiss')} onAct={view.dismiss}>
      <IconX size={16} aria-hidden />
    </TalkAct>
  );
  return (
    <>
      {view.fault !== null && (
        <TalkLine tone="fault" words={t('talk.startFailed', { reason: faultWords(view.fault, t) })}>
          {dismiss}
        </TalkLine>
      )}
      {view.blocked !== null && (
        <TalkLine words={t('talk.blocked')}>
          {/* Browsers do not block a link that the user clicks. */}
          <a
            className="talk-act"
            data-main="true"
            href={presenterViewUrl(view.blocked)}
            target="_blank"
            rel="opener"
            onClick={view.dismiss}
          >
            {t('talk.openBlocked')}
          </a>
          {dismiss}
        </TalkLine>
      )}
    </>
  );
}
