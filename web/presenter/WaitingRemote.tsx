import { useTranslation } from 'react-i18next';
import type { Remote } from '#shared/talks.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { TalkAct, TalkLine } from '#web/talks/TalkLine.tsx';

/** A phone that has used the pairing code and waits for the presenter's confirmation. It cannot control the talk before that. */
export function WaitingRemote({ remote }: { remote: Remote }) {
  const { t } = useTranslation();
  const { talkId, id: remoteId, name } = remote;
  const answer = useSubmit({
    mutationFn: (allowed: boolean) =>
      allowed ? api.talks.confirmRemote.mutate({ talkId, remoteId }) : api.talks.revokeRemote.mutate({ talkId, remoteId }),
  });
  const words = answer.isError ? t('presenter.failed', { reason: faultWords(answer.error, t) }) : t('presenter.pairWaitsHint');
  return (
    <TalkLine
      words={
        <>
          <strong>{t('presenter.pairWaits', { name })}</strong> {words}
        </>
      }
    >
      <TalkAct main onAct={() => answer.mutate(true)}>
        {t('presenter.allow')}
      </TalkAct>
      <TalkAct onAct={() => answer.mutate(false)}>{t('presenter.refuse')}</TalkAct>
    </TalkLine>
  );
}
