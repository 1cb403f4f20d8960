import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { forbidden, lastAdmin, userNotFound, validationFailed } from '#server/errors.ts';
import { deleteBlobs } from '#server/packages/delete-blobs.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { OwnRemoval } from '#shared/accounts.ts';
import type { ManagedUser } from '#shared/users.ts';
import type { OwnRemovalsRepo } from './removals.repo.ts';
import { canChangeUser, canRemoveUser } from './users.policy.ts';
import type { ChangeOutcome, UserChanges, UserRow, UsersRepo } from './users.repo.ts';

interface Identity {
  /** @throws AppError REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS */
  confirm(actor: Actor, password: string | undefined): Promise<void>;
}

interface Dependencies {
  readonly repo: UsersRepo;
  readonly ownRemovals: Pick<OwnRemovalsRepo, 'remove'>;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly identity: Identity;
  readonly blobs: Pick<BlobStore, 'delete'>;
  readonly log: Logger;
}

/** Manages users. The router requires an admin, except where users remove themselves. */
export class UsersService {
  readonly #repo: UsersRepo;
  readonly #ownRemovals: Pick<OwnRemovalsRepo, 'remove'>;
  readonly #revocations: Pick<Revocations, 'announce'>;
  readonly #identity: Identity;
  readonly #stored: Pick<Dependencies, 'blobs' | 'log'>;

  constructor({ repo, ownRemovals, revocations, identity, ...stored }: Dependencies) {
    this.#repo = repo;
    this.#ownRemovals = ownRemovals;
    this.#revocations = revocations;
    this.#identity = identity;
    this.#stored = stored;
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

  /**
   * Removes the actor's own account. Another member gets the decks, or they are deleted for good. As when one deck is transferred, the
   * other member is not asked, but the decks count for their limits.
   *
   * @throws AppError REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS when the sign-in is older than an hour; LAST_ADMIN; USER_NOT_FOUND,
   * LIMIT_REACHED, STORAGE_FULL, and VALIDATION_FAILED for oneself
   */
  async removeSelf(actor: Actor, { decksTo, password }: OwnRemoval): Promise<void> {
    if (decksTo === actor.userId)
      throw validationFailed([{ path: 'decksTo', message: 'Choose someone else: your own account is removed.' }]);
    await this.#identity.confirm(actor, password);
    const blobKeys = await this.#ownRemovals.remove(actor, decksTo);
    await this.#revocations.announce();
    await deleteBlobs(this.#stored, blobKeys);
  }
}

function refuse(outcome: ChangeOutcome): void {
  if (outcome === 'not-found') throw userNotFound();
  if (outcome === 'last-admin') throw lastAdmin();
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
