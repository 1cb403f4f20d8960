import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrustedDevice } from '#shared/two-factor.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

/** A browser that needs no second step, with a button that ends this. */
export function TrustedDeviceRow({ device: { id, browser, system, lastUsedAt, expiresAt } }: { device: TrustedDevice }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const program = browser ?? t('profile.unknownBrowser');
  const name = system === null ? program : t('profile.onSystem', { browser: program, system });
  const end = useSubmit(
    trpc.trustedDevices.end.mutationOptions({
      onSuccess: () => toastStore.show({ text: t('twoFactor.trustEnded', { browser: name }) }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => queries.invalidateQueries(trpc.twoFactor.pathFilter()),
    }),
  );
  return (
    <li ref={useFocusHandover()} className="session-row">
      <div>
        <p>{name}</p>
        <p className="facts account-hint">
          <time dateTime={lastUsedAt} title={formatMoment(lastUsedAt)}>
            {t('profile.lastUsed', { since: formatSince(lastUsedAt) })}
          </time>
          <time dateTime={expiresAt}>{t('twoFactor.trustedUntil', { moment: formatMoment(expiresAt) })}</time>
        </p>
      </div>
      <button
        type="button"
        className="session-end"
        aria-label={t('twoFactor.endTrustOf', { browser: name })}
        // Not `disabled`, which would drop the focus before it can move to the neighbour.
        aria-disabled={end.isPending}
        onClick={() => end.isPending || end.mutate({ id })}
      >
        {t('twoFactor.endTrust')}
      </button>
    </li>
  );
}
