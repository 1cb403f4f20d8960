import { randomUUID } from 'node:crypto';
import type { Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Actor } from '#server/auth/actor.ts';
import { newKeySecret } from '#server/auth/key-secrets.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { ApiKey, KeyAccess } from '#shared/keys.ts';
import { KEYS_MAX } from '#shared/limits.ts';
import type { Person } from '#shared/people.ts';
import type { KeyRow, KeysRepo } from './keys.repo.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

interface KeyWish {
  readonly name: string;
  readonly access: KeyAccess;
  readonly expiresInDays?: number | undefined;
  readonly password?: string | undefined;
}

interface Identity {
  /** @throws AppError REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS */
  confirm(actor: Actor, password: string | undefined): Promise<void>;
}

interface Dependencies {
  readonly repo: KeysRepo;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly identity: Identity;
}

/** The API keys of a user. */
export class KeysService {
  readonly #repo: KeysRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;
  readonly #identity: Identity;

  constructor({ repo, revocations, identity }: Dependencies) {
    this.#repo = repo;
    this.#revocations = revocations;
    this.#identity = identity;
  }

  async list(actor: Actor, page: PageRequest): Promise<Page<ApiKey>> {
    const { items, nextCursor } = await this.#repo.list(actor.userId, page);
    return { items: items.map(serializeKey), nextCursor };
  }

  /**
   * Only the result contains the secret; it is not stored.
   *
   * @throws AppError LIMIT_REACHED; REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS when the sign-in is older than an hour
   */
  async create(actor: Actor, { name, access, expiresInDays, password }: KeyWish): Promise<ApiKey & { key: string }> {
    await this.#identity.confirm(actor, password);
    const { secret, ...kept } = newKeySecret();
    const createdAt = new Date();
    const expiresAt = expiresInDays === undefined ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MILLISECONDS);
    const row = await this.#repo.insert(actor, { ...kept, id: randomUUID(), name, access, createdAt, expiresAt }, KEYS_MAX);
    if (row === null)
      throw new AppError('LIMIT_REACHED', `You have ${KEYS_MAX} API keys. Revoke one first.`, { limit: KEYS_MAX });
    return { ...serializeKey(row), key: secret };
  }

  /** @throws AppError KEY_NOT_FOUND */
  async revoke(actor: Actor, id: string): Promise<void> {
    if (!(await this.#repo.remove(actor, id))) throw new AppError('KEY_NOT_FOUND', 'You have no such API key.');
    await this.#revocations.announce();
  }

  /** Revokes all keys of a user in a transaction. Returns a function to call after the commit; it ends their use on all instances. */
  async endAll(tx: Transaction, owner: Person, record: Recorder): Promise<() => Promise<void>> {
    await this.#repo.removeAll(tx, owner, record);
    return () => this.#revocations.announce();
  }
}

function serializeKey({ id, name, prefix, access, createdAt, expiresAt, lastUsedAt }: KeyRow): ApiKey {
  return {
    id,
    name,
    prefix,
    access,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
