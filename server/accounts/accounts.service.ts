import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError, unauthenticated } from '#server/errors.ts';
import type { OwnSession, User } from '#shared/accounts.ts';
import type { AccountsRepo, SessionRow } from './accounts.repo.ts';
import { deviceOf } from './device.ts';

/** What people do with their own account. Their password is `auth/auth.service.ts`'s: changing it sets a cookie. */
export class AccountsService {
  readonly #repo: AccountsRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;

  constructor(repo: AccountsRepo, revocations: Pick<Revocations, 'announce'>) {
    this.#repo = repo;
    this.#revocations = revocations;
  }

  async rename(actor: Actor, name: string): Promise<User> {
    const row = await this.#repo.rename(actor.userId, name);
    if (row === null) throw unauthenticated();
    return { ...row, createdAt: row.createdAt.toISOString() };
  }

  /** Where the actor is signed in. */
  async listSessions(actor: Actor): Promise<{ items: OwnSession[] }> {
    const rows = await this.#repo.listSessions(actor.userId);
    return { items: rows.map((row) => presentSession(row, actor.credential.id)) };
  }

  /** Over at once, on every instance, with its streams and its playback addresses. @throws AppError SESSION_NOT_FOUND */
  async endSession(actor: Actor, id: string): Promise<void> {
    if (!(await this.#repo.removeSession(actor.userId, id)))
      throw new AppError('SESSION_NOT_FOUND', 'You are not signed in there any more.');
    await this.#revocations.announce();
  }

  /** All but the one that asks. */
  async endOtherSessions(actor: Actor): Promise<void> {
    await this.#repo.removeOtherSessions(actor.userId, actor.credential.id);
    await this.#revocations.announce();
  }
}

function presentSession({ id, userAgent, createdAt, updatedAt }: SessionRow, currentId: string): OwnSession {
  return {
    id,
    ...deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    current: id === currentId,
  };
}
