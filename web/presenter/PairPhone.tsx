import { useQuery } from '@tanstack/react-query';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { Remote, Talk } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toastStore } from '#web/ui/toast-store.ts';
import { PairingCode } from './PairingCode.tsx';
import { WaitingRemote } from './WaitingRemote.tsx';

interface PairPhoneProps {
  talk: Talk;
  remotes: readonly Remote[];
}

/** A button with the number of paired phones. Its dialog shows a code to pair another phone and a list to disconnect phones. */
export function PairPhone({ talk, remotes }: PairPhoneProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const steering = remotes.filter(({ status }) => status === 'confirmed').length;
  return (
    <>
      <button type="button" className="head-act" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDeviceMobile size={18} aria-hidden />
        <span>{t('presenter.remote')}</span>
        {steering > 0 && <b>{steering}</b>}
      </button>
      {open && <PairDialog talk={talk} remotes={remotes} onClose={() => setOpen(false)} />}
    </>
  );
}

function PairDialog({ talk: { id: talkId }, remotes, onClose }: PairPhoneProps & { onClose: () => void }) {
  const { t } = useTranslation();
  // Requested once: every request creates a new code and invalidates the previous one.
  const pairing = useQuery({
    queryKey: ['pairing', talkId],
    queryFn: () => api.talks.pair.mutate({ talkId }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const [used, reset] = useCodeUsed(remotes);
  const renew = () => {
    reset();
    void pairing.refetch();
  };
  const waiting = remotes.filter(({ status }) => status === 'waiting');
  const steering = remotes.filter(({ status }) => status === 'confirmed');
  const [before] = useState(() => new Set(steering.map(({ id }) => id)));
  const connected = steering.find(({ id }) => !before.has(id))?.name;
  const finish = useEffectEvent((name: string) => {
    toastStore.show({ text: t('presenter.pairDone', { name }) });
    onClose();
  });
  useEffect(() => {
    if (connected !== undefined) finish(connected);
  }, [connected]);
  return (
    <Dialog title={t('presenter.pairTitle')} closeLabel={t('shell.close')} onClose={onClose}>
      {pairing.isError && <p role="alert">{t('presenter.pairFailed', { reason: faultWords(pairing.error, t) })}</p>}
      {pairing.isSuccess && !used && (
        <>
          <p className="pairing-lead">{t('presenter.pairLead')}</p>
          <PairingCode pairing={pairing.data} onRenew={renew} />
        </>
      )}
      {waiting.map((remote) => (
        <WaitingRemote key={remote.id} remote={remote} />
      ))}
      {used && waiting.length === 0 && (
        <div className="pairing-over">
          <p role="status">{t('presenter.pairUsed')}</p>
          <Button variant="default" onClick={renew}>
            {t('presenter.pairNew')}
          </Button>
        </div>
      )}
      {steering.length > 0 && <SteeringPhones remotes={steering} />}
    </Dialog>
  );
}

/** Whether a phone has used the code since it was shown, even if that phone was refused. */
function useCodeUsed(remotes: readonly Remote[]): [boolean, () => void] {
  const ids = remotes.map(({ id }) => id);
  const [before, setBefore] = useState(ids);
  const [used, setUsed] = useState(false);
  if (!used && ids.some((id) => !before.includes(id))) setUsed(true);
  const reset = () => {
    setBefore(ids);
    setUsed(false);
  };
  return [used, reset];
}

function SteeringPhones({ remotes }: { remotes: readonly Remote[] }) {
  const { t } = useTranslation();
  return (
    <section className="steering-phones">
      <h3>{t('presenter.paired')}</h3>
      <ul>
        {remotes.map((remote) => (
          <SteeringPhone key={remote.id} remote={remote} />
        ))}
      </ul>
    </section>
  );
}

function SteeringPhone({ remote: { id: remoteId, talkId, name } }: { remote: Remote }) {
  const { t } = useTranslation();
  const revoke = useSubmit({ mutationFn: () => api.talks.revokeRemote.mutate({ talkId, remoteId }) });
  return (
    <li>
      <span dir="auto">{name}</span>
      <Button variant="default" size="small" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        {t('presenter.disconnect', { name })}
      </Button>
      {revoke.isError && <p role="alert">{t('presenter.failed', { reason: faultWords(revoke.error, t) })}</p>}
    </li>
  );
}
