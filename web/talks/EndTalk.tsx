import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import type { AudienceSize } from './use-audience.ts';

interface EndTalkProps {
  audience: AudienceSize;
  onEnd: () => Promise<void>;
}

/** Ends the talk after a confirmation, because the audience notices it at once. */
export function EndTalk({ audience: { followers, visitors }, onEnd }: EndTalkProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const ending = useSubmit({ mutationFn: onEnd });
  return (
    <>
      <button type="button" className="talk-act" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('talk.end')}
      </button>
      {asking && (
        <Confirm
          title={t('talk.endTitle')}
          confirmLabel={t('talk.end')}
          cancelLabel={t('talk.keepGoing')}
          closeLabel={t('shell.close')}
          pending={ending.isPending}
          onConfirm={() => ending.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('talk.endLead', { count: followers + visitors })}</p>
          {ending.isError && <p role="alert">{faultWords(ending.error, t)}</p>}
        </Confirm>
      )}
    </>
  );
}
