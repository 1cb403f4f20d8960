import i18n from 'i18next';
import type { Role } from '#shared/people.ts';
import type { ManagedUser } from '#shared/users.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { changeInLists } from '#web/lib/list-change.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keepOwnName } from '#web/lib/session.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';

type Change = { name?: string; role?: Role; disabled?: boolean };

/** Shows the change at once and reverts it if the server refuses it; returns false then. */
async function changeUser({ id }: ManagedUser, change: Change, before: Change): Promise<boolean> {
  showChange(id, change);
  try {
    await api.users.update.mutate({ id, ...change });
    return true;
  } catch (thrown) {
    showChange(id, before);
    toastStore.fault(faultWords(thrown));
    return false;
  } finally {
    void queryClient.invalidateQueries(trpc.users.list.pathFilter());
  }
}

/** Renames a user; returns whether the server accepted it. */
export function renameUser(user: ManagedUser, name: string): Promise<boolean> {
  return changeUser(user, { name }, { name: user.name });
}

/** Renames the signed-in user and updates their session. */
export async function renameSelf(user: ManagedUser, name: string): Promise<void> {
  if (!(await renameUser(user, name))) return;
  keepOwnName(name);
}

/** Changes a user's role and offers to undo it. */
export async function changeRole(user: ManagedUser, role: Role): Promise<void> {
  const { name, role: before } = user;
  if (role === before || !(await changeUser(user, { role }, { role: before }))) return;
  offerUndo(i18n.t(role === 'admin' ? 'users.nowAdmin' : 'users.nowMember', { name }), () =>
    changeUser(user, { role: before }, { role }),
  );
}

/** Disables or enables an account and offers to undo it. */
export async function setDisabled(user: ManagedUser, disabled: boolean): Promise<void> {
  const { name, disabled: before } = user;
  if (!(await changeUser(user, { disabled }, { disabled: before }))) return;
  offerUndo(i18n.t(disabled ? 'users.nowDisabled' : 'users.nowEnabled', { name }), () =>
    changeUser(user, { disabled: before }, { disabled }),
  );
}

function offerUndo(text: string, undo: () => Promise<unknown>): void {
  toastStore.show({ text, action: { label: i18n.t('shell.undo'), run: () => void undo() } });
}

function showChange(id: string, change: Change): void {
  changeInLists<ManagedUser>(trpc.users.list.infiniteQueryFilter(), id, change);
}
