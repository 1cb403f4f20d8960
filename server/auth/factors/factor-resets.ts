import { eq, type SQL } from 'drizzle-orm';
import { authenticatorApps, passkeys, sessions, users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Transaction } from '#server/db/connect.ts';
import { AppError, forbidden } from '#server/errors.ts';
import type { Person } from '#shared/people.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdAdmin, holdPeople } from '#server/auth/credentials.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { noteFactor } from './factor-state.ts';
import { endPending } from './pending-sign-ins.ts';

interface Dependencies {
  readonly trail: Pick<AuditTrail, 'transaction'>;
  readonly revocations: Pick<Revocations, 'announce'>;
}

/** Removes all second factors of a person who has lost them, and ends their sessions: for admins, and on the server itself without one. */
export class FactorResets {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError FORBIDDEN for oneself or when the actor is no longer an admin, USER_NOT_FOUND */
  async reset(actor: Actor, userId: string): Promise<void> {
    if (actor.userId === userId) throw forbidden();
    await this.#reset(eq(users.id, userId), async (tx) => {
      await holdPeople(tx, [actor.userId, userId], 'no key update');
      await holdAdmin(tx, actor);
      return { id: actor.userId, name: actor.name };
    });
  }

  /** For the command line of the server. @throws AppError USER_NOT_FOUND */
  async resetOnServer(email: string): Promise<void> {
    await this.#reset(eq(users.email, email.toLowerCase()), () => Promise.resolve(null));
  }

  /** @param actorIn locks the people in the transaction, and returns who does it */
  async #reset(which: SQL, actorIn: (tx: Transaction) => Promise<Person | null>): Promise<void> {
    const { trail, revocations } = this.#dependencies;
    await trail.transaction(async (tx, record) => {
      const actor = await actorIn(tx);
      const [user] = await tx
        .select({ id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(which)
        .for('no key update');
      if (user === undefined) throw new AppError('USER_NOT_FOUND', 'This user does not exist.');
      await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, user.id));
      await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
      await noteFactor(tx, user.id);
      // Before the sessions, as in `endAccess`.
      await endPending(tx, user.id);
      await tx.delete(sessions).where(eq(sessions.userId, user.id));
      await record({ kind: 'factors.reset', actor, details: { user } });
    });
    await revocations.announce();
  }
}
