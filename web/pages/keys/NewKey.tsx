import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeySecret } from './KeySecret.tsx';

/** The form, replaced by the created key, whose secret is shown only once. */
export function NewKey() {
  const queries = useQueryClient();
  const create = useSubmit(
    trpc.keys.create.mutationOptions({
      // The response contains the secret, so it is not cached.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries(trpc.keys.list.pathFilter()),
    }),
  );
  return (
    <section className="ledger-new">
      {create.isSuccess ? (
        <KeySecret made={create.data} onAnother={create.reset} />
      ) : (
        <KeyForm pending={create.isPending} fault={create.error} onCreate={(key) => create.mutate(key)} />
      )}
    </section>
  );
}
