import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteCommand } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { readSetting } from '#web/lib/settings.ts';
import { useWakeLock } from '#web/lib/page/use-wake-lock.ts';
import { Pad } from './Pad.tsx';
import { phone } from './phone-client.ts';
import { RemoteHead } from './RemoteHead.tsx';
import { RemoteMessage } from './RemoteMessage.tsx';
import { RemoteQuestions } from './RemoteQuestions.tsx';
import { RemoteTools } from './RemoteTools.tsx';
import { useRemoteView } from './use-remote-view.ts';

const TICK_MS = 12;

/** The controls of the remote, or a message if there is nothing to control. */
export function RemoteControls() {
  const { t } = useTranslation();
  const { view, connected, unpaired } = useRemoteView();
  const [pointing, setPointing] = useState(false);
  const steer = useMutation({
    mutationFn: (command: RemoteCommand) => phone.command.mutate(command),
    // Fails at once without a connection: a delayed command would change the slide minutes later.
    networkMode: 'always',
  });
  useWakeLock(view?.status === 'confirmed');

  if (view?.status === 'ended' || (unpaired && view !== null)) return <StatusMessage title="ended" />;
  if (unpaired) return <StatusMessage title="noCode" />;
  if (view === null) return <RemoteMessage title={t('remote.connecting')} />;
  if (view.status === 'waiting') {
    return (
      <RemoteMessage title={t('remote.waitingTitle')}>
        <p>{t('remote.waitingLead', { name: readSetting('remote-name') ?? t('remote.phone') })}</p>
      </RemoteMessage>
    );
  }
  const send = (command: RemoteCommand): void => {
    navigator.vibrate?.(TICK_MS);
    steer.mutate(command);
  };
  return (
    <main className="remote remote-steering" data-pointing={pointing}>
      <RemoteHead view={view} connected={connected} />
      <RemoteTools
        blank={view.blank}
        pointing={pointing}
        onBlank={(blank) => send({ do: 'blank', blank })}
        onPoint={setPointing}
      />
      {view.questions !== null && (
        <RemoteQuestions
          questions={view.questions}
          isShowing={view.blank === 'question'}
          onChange={(questionId, change) => send({ do: 'question', questionId, change })}
          onLift={() => send({ do: 'blank', blank: null })}
        />
      )}
      {pointing && <Pad />}
      <div className="remote-moves">
        <button type="button" className="remote-previous" onClick={() => send({ do: 'previous' })}>
          {t('remote.previous')}
        </button>
        <button type="button" className="remote-next" onClick={() => send({ do: 'next' })}>
          {t('remote.next')}
        </button>
      </div>
      <p className="remote-trouble" role="alert">
        {connected && !view.presenterHere && t('remote.noPresenter')}
        {steer.isError && t('remote.missed', { reason: faultWords(steer.error, t) })}
      </p>
    </main>
  );
}

function StatusMessage({ title }: { title: 'ended' | 'noCode' }) {
  const { t } = useTranslation();
  return (
    <RemoteMessage title={t(`remote.${title}Title`)}>
      <p>{t(`remote.${title}Lead`)}</p>
    </RemoteMessage>
  );
}
