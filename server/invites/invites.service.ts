import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import { inviteRequired, type UsableInvite } from '#server/auth/invite-gate.ts';
import { hashSecretToken, newSecretToken } from '#server/auth/secret-token.ts';
import { AppError } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { Invite } from '#shared/invites.ts';
import { INVITES_UNUSED_MAX } from '#shared/limits.ts';
import type { Role } from '#shared/people.ts';
import type { InviteRow, InvitesRepo, NewInviteRow } from './invites.repo.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const FIRST_RUN_HOURS = 72;

interface Dependencies {
  readonly repo: InvitesRepo;
  readonly findUsable: (token: string) => Promise<UsableInvite | null>;
  /** The address that links start with. */
  readonly baseUrl: string;
}

interface InviteWish {
  readonly role: Role;
  readonly email?: string | null | undefined;
  readonly expiresInHours: number;
}

/** Creates, lists and revokes invites. The router requires an admin. */
export class InvitesService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(page: PageRequest): Promise<Page<Invite>> {
    const { items, nextCursor } = await this.#dependencies.repo.list(page);
    return { items: items.map(serializeInvite), nextCursor };
  }

  /** Only the result contains the token and its link; neither is stored. @throws AppError LIMIT_REACHED */
  async create(actor: Actor, wish: InviteWish): Promise<Invite & { token: string; url: string }> {
    const { repo } = this.#dependencies;
    const { token, row } = newInvite(wish, actor.userId);
    if (!(await repo.insert(actor, row, INVITES_UNUSED_MAX))) {
      throw new AppError('LIMIT_REACHED', `You have ${INVITES_UNUSED_MAX} unused invites. Revoke some first.`, {
        limit: INVITES_UNUSED_MAX,
      });
    }
    const stored = await repo.find(row.id);
    if (stored === null) throw new Error('the created invite is missing');
    return { ...serializeInvite(stored), token, url: this.#linkOf(token) };
  }

  /** Makes an invite for the command line of the server. */
  async createOnServer(wish: InviteWish): Promise<{ url: string; expiresAt: string }> {
    const { token, row } = newInvite(wish, null);
    await this.#dependencies.repo.insertOnServer(row);
    return { url: this.#linkOf(token), expiresAt: row.expiresAt.toISOString() };
  }

  /** @throws AppError INVITE_NOT_FOUND or INVITE_USED */
  async revoke(actor: Actor, id: string): Promise<void> {
    const { repo } = this.#dependencies;
    if (await repo.removeUnused(actor, id)) return;
    if ((await repo.find(id)) === null) throw new AppError('INVITE_NOT_FOUND', 'This invite does not exist.');
    throw new AppError('INVITE_USED', 'This invite was already used.');
  }

  /** @throws AppError INVITE_REQUIRED */
  async inspect(token: string): Promise<{ role: Role; email: string | null; expiresAt: string; madeOnServer: boolean }> {
    const invite = await this.#dependencies.findUsable(token);
    if (invite === null) throw inviteRequired();
    const { role, email, expiresAt, createdById } = invite;
    return { role, email, expiresAt: expiresAt.toISOString(), madeOnServer: createdById === null };
  }

  /** If there are no users, creates an invite for the first admin, which replaces the previous one. Otherwise returns null. */
  async firstRun(email: string | null = null): Promise<{ token: string; url: string } | null> {
    const { repo } = this.#dependencies;
    if (await repo.hasUsers()) return null;
    const { token, row } = newInvite({ role: 'admin', email, expiresInHours: FIRST_RUN_HOURS }, null);
    await repo.replaceFirstRun(row);
    return { token, url: this.#linkOf(token) };
  }

  /** The token is in the fragment, so that no log or proxy sees it. */
  #linkOf(token: string): string {
    return `${this.#dependencies.baseUrl}/join#${token}`;
  }
}

function newInvite(
  { role, email, expiresInHours }: InviteWish,
  createdById: string | null,
): { token: string; row: NewInviteRow & { expiresAt: Date } } {
  const token = newSecretToken();
  const now = Date.now();
  const row = {
    id: randomUUID(),
    tokenHash: hashSecretToken(token),
    role,
    email: email ?? null,
    createdById,
    createdAt: new Date(now),
    expiresAt: new Date(now + expiresInHours * HOUR_MILLISECONDS),
  };
  return { token, row };
}

function serializeInvite(row: InviteRow): Invite {
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    status: statusOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    createdBy: personOf(row.createdById, row.createdByName),
    usedAt: row.usedAt?.toISOString() ?? null,
    usedBy: userOf(row),
  };
}

function statusOf({ usedAt, expiresAt }: InviteRow): Invite['status'] {
  if (usedAt !== null) return 'used';
  return expiresAt.getTime() > Date.now() ? 'unused' : 'expired';
}

/** The user who used the invite. Null if the invite is unused or the user was removed. */
function userOf({ usedById: id, usedByName: name, usedByEmail: email }: InviteRow): Invite['usedBy'] {
  return id === null || name === null || email === null ? null : { id, name, email };
}

function personOf(id: string | null, name: string | null): Invite['createdBy'] {
  return id === null || name === null ? null : { id, name };
}
