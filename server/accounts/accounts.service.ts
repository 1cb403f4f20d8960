import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError, unauthenticated } from '#server/errors.ts';
import type { Me, OwnSession, User } from '#shared/accounts.ts';
import type { AccountsRepo, SessionRow } from './accounts.repo.ts';
import { deviceOf } from './device.ts';

/** What users do with their own account. Changing the password is in `auth/auth.service.ts`, because it sets a cookie. */
export class AccountsService {
  readonly #repo: AccountsRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;

  constructor(repo: AccountsRepo, revocations: Pick<Revocations, 'announce'>) {
    this.#repo = repo;
    this.#revocations = revocations;
  }

  /** The user of the request, and the API key if one was sent. */
  async me(actor: Actor): Promise<Me> {
    const found = await this.#repo.me(actor);
    if (found === null) throw unauthenticated();
    const { user, key } = found;
    return {
      user: { id: user.id, name: user.name, email: user.email, role: user.role },
      key: key && {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        access: key.access,
        expiresAt: key.expiresAt?.toISOString() ?? null,
      },
    };
  }

  /** @throws AppError UNAUTHENTICATED when the actor's session or account has ended */
  async rename(actor: Actor, name: string): Promise<User> {
    const row = await this.#repo.rename(actor, name);
    return { ...row, createdAt: row.createdAt.toISOString() };
  }

  /** The sessions of the actor. */
  async listSessions(actor: Actor): Promise<{ items: OwnSession[] }> {
    const rows = await this.#repo.listSessions(actor.userId);
    return { items: rows.map((row) => serializeSession(row, actor.credential.id)) };
  }

  /** Ends a session with its streams and playback addresses, immediately and on all instances. @throws AppError SESSION_NOT_FOUND */
  async endSession(actor: Actor, id: string): Promise<void> {
    if (!(await this.#repo.removeSession(actor, id)))
      throw new AppError('SESSION_NOT_FOUND', 'This session does not exist, or it has ended.');
    await this.#revocations.announce();
  }

  /** Ends all sessions except the one of the request. */
  async endOtherSessions(actor: Actor): Promise<void> {
    await this.#repo.removeOtherSessions(actor);
    await this.#revocations.announce();
  }
}

function serializeSession({ id, userAgent, createdAt, updatedAt }: SessionRow, currentId: string): OwnSession {
  return {
    id,
    ...deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    current: id === currentId,
  };
}
