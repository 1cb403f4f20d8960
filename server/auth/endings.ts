import { eq } from 'drizzle-orm';
import { passwordResets, sessions } from '#drizzle/schema/index.ts';
import type { Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Person } from '#shared/people.ts';
import { removePasskeys } from './factors/passkeys.service.ts';
import { endPending } from './factors/pending-sign-ins.ts';
import { endTrust } from './factors/trusted-devices.ts';

/** Something else that a user can end together with a new password: their API keys, or the phones that control their talks. */
export interface Ending {
  /** Runs in the transaction that stores the password. Returns a function to call after the commit; it notifies other instances. */
  endAll(tx: Transaction, owner: Person, record: Recorder): Promise<() => Promise<void>>;
}

/** What may end with a new password. The routes are given all of them; users choose. */
export interface Endings {
  readonly keys: Ending;
  readonly remotes: Ending;
}

export interface EndingChoice {
  readonly endKeys: boolean;
  readonly endRemotes: boolean;
  readonly endPasskeys: boolean;
}

/**
 * Ends what the old password gave: all sessions of the user, sign-ins that lack their second step, the trust in browsers, a link to reset
 * the password, and what the user has chosen. Second factors stay otherwise. To be called in the transaction
 * that stores the new password, whose user must be locked.
 *
 * @returns a function to call after the commit; it notifies other instances
 */
export async function endAccess(
  tx: Transaction,
  owner: Person,
  { keys, remotes }: Endings,
  { endKeys, endRemotes, endPasskeys }: EndingChoice,
  record: Recorder,
): Promise<() => Promise<void>> {
  // Before the sessions: a second step that completes meanwhile then finds no row, or its session is there to be ended.
  await endPending(tx, owner.id);
  await tx.delete(sessions).where(eq(sessions.userId, owner.id));
  await endTrust(tx, owner.id);
  await tx.delete(passwordResets).where(eq(passwordResets.userId, owner.id));
  if (endPasskeys) await removePasskeys(tx, owner, record);
  const announcements: (() => Promise<void>)[] = [];
  for (const ending of [...(endKeys ? [keys] : []), ...(endRemotes ? [remotes] : [])])
    announcements.push(await ending.endAll(tx, owner, record));
  return async () => {
    for (const announce of announcements) await announce();
  };
}
