import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import { inviteRequired, type UsableInvite } from '#server/auth/invite-gate.ts';
import { hashSecretToken, newSecretToken } from '#server/auth/secret-token.ts';
import { AppError } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import { inviteLetter } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Invite, NewInvite } from '#shared/invites.ts';
import type { MailLanguage } from '#shared/mail.ts';
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
  /** Null: the server sends no mail. */
  readonly mailer: Pick<Mailer, 'sendAll'> | null;
  readonly log: Logger;
}

interface Terms {
  readonly role: Role;
  readonly expiresInHours: number;
}

/** `email`: the only address that may join; null: any. */
type AddressedTerms = Terms & { readonly email: string | null };

interface InviteWish extends Terms {
  /** Whether the links are mailed. */
  readonly send: boolean;
  readonly message: string;
  readonly language: MailLanguage;
}

interface MadeInvite {
  readonly token: string;
  readonly row: NewInviteRow;
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

  /**
   * Only the result contains the token and its link; neither is stored.
   *
   * @param email the only address that may join; null: any
   * @throws AppError LIMIT_REACHED, or VALIDATION_FAILED if it is to be sent but cannot be
   */
  async create(actor: Actor, email: string | null, wish: InviteWish): Promise<NewInvite> {
    const [made] = await this.#create(actor, [email], wish);
    if (made === undefined) throw new Error('the created invite is missing');
    return made;
  }

  /** Creates an invite for each address, all or none. @throws AppError as `create` */
  async createSeveral(actor: Actor, emails: readonly string[], wish: InviteWish): Promise<NewInvite[]> {
    return this.#create(actor, emails, wish);
  }

  async #create(actor: Actor, emails: readonly (string | null)[], wish: InviteWish): Promise<NewInvite[]> {
    const { repo } = this.#dependencies;
    if (wish.send) this.#requireMail(emails);
    const made = emails.map((email) => newInvite({ ...wish, email }, actor.userId));
    const isStored = await repo.insert(
      actor,
      made.map(({ row }) => row),
      INVITES_UNUSED_MAX,
    );
    if (!isStored) {
      throw new AppError('LIMIT_REACHED', `You cannot have more than ${INVITES_UNUSED_MAX} unused invites. Revoke some first.`, {
        limit: INVITES_UNUSED_MAX,
      });
    }
    const mail = wish.send ? await this.#send(made, actor.name, wish) : made.map(() => 'none' as const);
    const unused = { usedAt: null, usedById: null, usedByName: null, usedByEmail: null, firstRun: false };
    return made.map(({ token, row }, at) => ({
      ...serializeInvite({ ...row, ...unused, createdByName: actor.name }),
      token,
      url: this.#linkOf(token),
      mail: mail[at] ?? 'none',
    }));
  }

  #requireMail(emails: readonly (string | null)[]): void {
    const { mailer } = this.#dependencies;
    if (mailer !== null && !emails.includes(null)) return;
    const message = mailer === null ? 'This server sends no mail.' : 'Say to which address the invite is sent.';
    throw new AppError('VALIDATION_FAILED', message, { issues: [{ path: mailer === null ? 'send' : 'email', message }] });
  }

  async #send(made: readonly MadeInvite[], from: string, { message, language }: InviteWish): Promise<('sent' | 'failed')[]> {
    const { mailer, baseUrl, log } = this.#dependencies;
    const mails = made.map(({ token, row: { email, expiresAt } }) => ({
      to: email ?? '',
      letter: inviteLetter(language, { from, baseUrl, url: this.#linkOf(token), expiresAt, message }),
    }));
    const faults = (await mailer?.sendAll(mails)) ?? [];
    const fault = faults.find((each) => each !== null);
    if (fault !== undefined) log.error({ err: fault }, 'invites were not mailed');
    return faults.map((each) => (each === null ? 'sent' : 'failed'));
  }

  /** Makes an invite for the command line of the server. */
  async createOnServer(wish: AddressedTerms): Promise<{ url: string; expiresAt: string }> {
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

  /** Runs work on the first run while no other instance does. */
  async firstRunInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.repo.firstRunInTurn(work);
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

function newInvite({ role, email, expiresInHours }: AddressedTerms, createdById: string | null): MadeInvite {
  const token = newSecretToken();
  const now = Date.now();
  const row = {
    id: randomUUID(),
    tokenHash: hashSecretToken(token),
    role,
    email,
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
