import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError, forbidden } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { ManagedUser } from '#shared/users.ts';
import { canChangeUser, canRemoveUser } from './users.policy.ts';
import type { ChangeOutcome, UserChanges, UserRow, UsersRepo } from './users.repo.ts';

/** Manages users. The router requires an admin. */
export class UsersService {
  readonly #repo: UsersRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;

  constructor(repo: UsersRepo, revocations: Pick<Revocations, 'announce'>) {
    this.#repo = repo;
    this.#revocations = revocations;
  }

  async list(page: PageRequest): Promise<Page<ManagedUser>> {
    const { items, nextCursor } = await this.#repo.list(page);
    return { items: items.map(serializeUser), nextCursor };
  }

  /** @throws AppError FORBIDDEN (also when the actor is no longer an admin), USER_NOT_FOUND, LAST_ADMIN */
  async update(actor: Actor, id: string, changes: UserChanges): Promise<ManagedUser> {
    if (!canChangeUser(actor, id, changes)) throw forbidden();
    refuse(await this.#repo.update(actor, id, changes));
    await this.#revocations.announce();
    const user = await this.#repo.find(id);
    if (user === null) throw userNotFound();
    return serializeUser(user);
  }

  /** @throws AppError FORBIDDEN (also when the actor is no longer an admin), USER_NOT_FOUND, LAST_ADMIN */
  async remove(actor: Actor, id: string): Promise<void> {
    if (!canRemoveUser(actor, id)) throw forbidden();
    refuse(await this.#repo.remove(actor, id));
    await this.#revocations.announce();
  }
}

function refuse(outcome: ChangeOutcome): void {
  if (outcome === 'not-found') throw userNotFound();
  if (outcome === 'last-admin') throw new AppError('LAST_ADMIN', 'This is the last admin. Make someone else an admin first.');
}

function userNotFound(): AppError {
  return new AppError('USER_NOT_FOUND', 'This user does not exist.');
}

function serializeUser({ id, email, name, role, createdAt, disabledAt, twoFactorSince, deckCount }: UserRow): ManagedUser {
  return {
    id,
    email,
    name,
    role,
    createdAt: createdAt.toISOString(),
    disabled: disabledAt !== null,
    twoFactor: twoFactorSince !== null,
    deckCount,
  };
}
