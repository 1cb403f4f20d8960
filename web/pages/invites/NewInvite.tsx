import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { InviteForm } from './InviteForm.tsx';
import { InviteLink } from './InviteLink.tsx';

/** The form, replaced by the created link, which is shown only once. */
export function NewInvite() {
  const queries = useQueryClient();
  const create = useSubmit(
    trpc.invites.create.mutationOptions({
      // The response contains the token, so it is not cached.
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
