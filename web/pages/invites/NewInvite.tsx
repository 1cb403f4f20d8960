import { useQueryClient } from '@tanstack/react-query';
import { currentLanguage } from '#web/lib/i18n.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { InviteForm, type InviteWish } from './InviteForm.tsx';
import { InviteLink } from './InviteLink.tsx';
import { InviteLinks } from './InviteLinks.tsx';

/** The form, replaced by the created links, which are shown only once. */
export function NewInvite() {
  const queries = useQueryClient();
  const create = useSubmit({
    mutationFn: createInvites,
    // The response contains tokens, so it is not cached.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries(trpc.invites.list.pathFilter()),
  });
  const [first, ...others] = create.data ?? [];
  return (
    <section className="ledger-new">
      {first === undefined && <InviteForm pending={create.isPending} fault={create.error} onCreate={create.mutate} />}
      {first !== undefined && others.length === 0 && <InviteLink invite={first} onAnother={create.reset} />}
      {first !== undefined && others.length > 0 && <InviteLinks invites={[first, ...others]} onAnother={create.reset} />}
    </section>
  );
}

async function createInvites({ emails, message, ...terms }: InviteWish) {
  const wish = { ...terms, send: message !== null, message: message ?? '', language: currentLanguage() };
  if (emails.length > 1) return (await api.invites.createSeveral.mutate({ ...wish, emails })).items;
  return [await api.invites.create.mutate({ ...wish, email: emails[0] ?? null })];
}
