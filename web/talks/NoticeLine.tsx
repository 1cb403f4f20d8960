import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TalkNotice } from './window/talk-window.ts';
import { TalkAct, TalkLine } from './TalkLine.tsx';

const STAYS_MS = 12_000;

const WORDS = {
  ended: 'talk.ended',
  'own-ended': 'talk.ownEnded',
  resumed: 'talk.resumed',
  'own-resumed': 'talk.ownResumed',
  'taken-over': 'talk.takenOver',
  'handed-on': 'talk.handedOn',
} as const;

/** Shows a notice about a talk and removes it after a while. Give each notice its own key, so that the time restarts. */
export function NoticeLine({ notice, onDismiss }: { notice: TalkNotice; onDismiss: () => void }) {
  const { t } = useTranslation();
  const dismiss = useEffectEvent(onDismiss);
  const { say, person } = notice;
  useEffect(() => {
    const timer = setTimeout(dismiss, STAYS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TalkLine tone={say === 'taken-over' ? 'light' : 'plain'} words={t(WORDS[say], { name: person.name })}>
      <TalkAct label={t('talk.dismiss')} onAct={onDismiss}>
        <IconX size={16} aria-hidden />
      </TalkAct>
    </TalkLine>
  );
}
