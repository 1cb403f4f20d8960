import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import { newKeySecret } from '#server/auth/key-secrets.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError } from '#server/errors.ts';
import type { ApiKey, KeyAccess } from '#shared/keys.ts';
import type { KeyRow, KeysRepo } from './keys.repo.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

interface KeyWish {
  readonly name: string;
  readonly access: KeyAccess;
  readonly expiresInDays?: number | undefined;
}

/** A person's own API keys. */
export class KeysService {
  readonly #repo: KeysRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;

  constructor(repo: KeysRepo, revocations: Pick<Revocations, 'announce'>) {
    this.#repo = repo;
    this.#revocations = revocations;
  }

  async list(
    actor: Actor,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: ApiKey[]; nextCursor: string | null }> {
    const { items, nextCursor } = await this.#repo.list(actor.userId, page);
    return { items: items.map(presentKey), nextCursor };
  }

  /** The secret is in the answer and nowhere else. */
  async create(actor: Actor, { name, access, expiresInDays }: KeyWish): Promise<ApiKey & { key: string }> {
    const { secret, ...kept } = newKeySecret();
    const createdAt = new Date();
    const expiresAt = expiresInDays === undefined ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MILLISECONDS);
    const row = await this.#repo.insert({ ...kept, id: randomUUID(), userId: actor.userId, name, access, createdAt, expiresAt });
    return { ...presentKey(row), key: secret };
  }

  /** @throws AppError KEY_NOT_FOUND */
  async revoke(actor: Actor, id: string): Promise<void> {
    if (!(await this.#repo.remove(actor.userId, id))) throw new AppError('KEY_NOT_FOUND', 'You have no such key.');
    await this.#revocations.announce();
  }
}

function presentKey({ id, name, prefix, access, createdAt, expiresAt, lastUsedAt }: KeyRow): ApiKey {
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
