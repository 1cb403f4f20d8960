import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnSession } from '#shared/accounts.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

export function SessionRow({ session: { id, browser, system, createdAt, lastUsedAt, current } }: { session: OwnSession }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const program = browser ?? t('profile.unknownBrowser');
  const name = system === null ? program : t('profile.onSystem', { browser: program, system });
  const end = useSubmit(
    trpc.sessions.end.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('profile.ended', { browser: name }) }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => queries.invalidateQueries(trpc.sessions.pathFilter()),
    }),
  );
  return (
    <li ref={useFocusHandover()} className="session-row">
      <div>
        <p>
          {name}
          {current && <span className="session-here">{t('profile.here')}</span>}
        </p>
        <p className="facts account-hint">
          <time dateTime={lastUsedAt} title={formatMoment(lastUsedAt)}>
            {t('profile.lastUsed', { since: formatSince(lastUsedAt) })}
          </time>
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {t('profile.since', { since: formatSince(createdAt) })}
          </time>
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="session-end"
          aria-label={t('profile.endOf', { browser: name })}
          // Not `disabled`, which would drop the focus before it can move to the neighbour.
          aria-disabled={end.isPending}
          onClick={() => end.isPending || end.mutate({ id })}
        >
          {t('profile.end')}
        </button>
      )}
    </li>
  );
}
