import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '#web/lib/trpc.ts';
import { InviteForm } from './InviteForm.tsx';
import { InviteLink } from './InviteLink.tsx';

/** The form, and in its place the link it made: that is shown once and nowhere else. */
export function NewInvite() {
  const queries = useQueryClient();
  const create = useMutation(
    trpc.invites.create.mutationOptions({
      // The answer holds the token: it is not kept longer than it is shown.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries(trpc.invites.list.pathFilter()),
    }),
  );
  return (
    <section className="ledger-new">
      {create.isSuccess ? (
        <InviteLink url={create.data.url} onAnother={create.reset} />
      ) : (
        <InviteForm pending={create.isPending} fault={create.error} onCreate={(invite) => create.mutate(invite)} />
      )}
    </section>
  );
}
