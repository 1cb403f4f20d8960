import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invite } from '#shared/invites.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

export function InviteRow({ invite }: { invite: Invite }) {
  const { t } = useTranslation();
  const whom = invite.email ?? t('invites.anybody');
  return (
    <li ref={useFocusHandover()} className="ledger-row" data-over={invite.status !== 'unused'}>
      <div className="ledger-what">
        <p>{whom}</p>
        <p className="facts ledger-hint">
          <span>{t(`invites.roles.${invite.role}`)}</span>
          <span>
            {invite.createdBy === null ? t('invites.madeByServer') : t('invites.madeBy', { name: invite.createdBy.name })}
          </span>
        </p>
      </div>
      <div>
        <p className={invite.status === 'unused' ? 'ledger-mark' : undefined}>{t(`invites.statuses.${invite.status}`)}</p>
        <p className="ledger-hint">
          <StatusDetail invite={invite} />
        </p>
      </div>
      {invite.status !== 'used' && <RevokeButton invite={invite} whom={whom} />}
    </li>
  );
}

function StatusDetail({ invite }: { invite: Invite }) {
  const { t } = useTranslation();
  if (invite.status === 'unused') return t('invites.until', { moment: formatMoment(invite.expiresAt) });
  if (invite.status === 'expired') return t('invites.expiredOn', { moment: formatMoment(invite.expiresAt) });
  if (invite.usedBy === null || invite.usedAt === null) return null;
  const { name, email } = invite.usedBy;
  return t('invites.usedBy', { name: `${name} (${email})`, moment: formatMoment(invite.usedAt) });
}

function RevokeButton({ invite, whom }: { invite: Invite; whom: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const open = invite.status === 'unused';
  const revoke = useSubmit(
    trpc.invites.delete.mutationOptions({
      onSuccess: () => open && toastStore.show({ text: t('invites.revoked') }),
      onError: (thrown) => toastStore.fault(faultWords(thrown, t)),
      onSettled: () => queries.invalidateQueries(trpc.invites.list.pathFilter()),
    }),
  );
  return (
    <button
      type="button"
      className="ledger-end"
      aria-label={t(open ? 'invites.revokeOf' : 'invites.removeOf', { whom })}
      // Not `disabled`, which would drop the focus before it can move to the neighbour.
      aria-disabled={revoke.isPending}
      onClick={() => revoke.isPending || revoke.mutate({ id: invite.id })}
    >
      {t(open ? 'invites.revoke' : 'invites.remove')}
    </button>
  );
}
