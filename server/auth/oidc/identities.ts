import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { accounts, users } from '#drizzle/schema/index.ts';
import { HELD_COLUMNS, type HeldUser, holdAdmins, isLastAdmin, revokeLinks } from '#server/auth/admins.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import { claimInvite } from '#server/auth/invite-gate.ts';
import type { OidcSettings } from '#server/config.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { Role } from '#shared/people.ts';
import { type Identity, roleBy } from './claims.ts';
import { OidcRefusal } from './refusal.ts';

/** Another sign-in has created the account or the identity in the meantime. */
class TakenMeanwhileError extends Error {}

/** An identity with a verified address. */
type Verified = Identity & { readonly email: string };

interface Dependencies {
  readonly db: Database;
  readonly trail: Pick<AuditTrail, 'transaction'>;
  readonly settings: Pick<OidcSettings, 'domains' | 'adminRules'>;
}

/** The user that an identity belongs to. */
interface Admitted {
  readonly userId: string;
  readonly roleChanged: boolean;
}

/**
 * Which user an identity of the sign-in provider belongs to. Once linked, it is found by issuer and subject alone: addresses can pass from
 * one person to another. The first time, its verified address finds the account.
 */
export class Identities {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Finds the user, links the account with the address, or creates an account, in one transaction with the invite. Then it applies the rule
   * for roles.
   *
   * @throws OidcRefusal; an invite then stays unused
   */
  async admit(identity: Identity, inviteToken: string | null): Promise<Admitted> {
    const attempt = () => this.#dependencies.trail.transaction((tx, record) => this.#admit(tx, record, identity, inviteToken));
    return attempt().catch((fault: unknown) => {
      // What the other sign-in has created is found now.
      if (fault instanceof TakenMeanwhileError) return attempt();
      throw fault;
    });
  }

  /** Whether the identity still belongs to the user. */
  async has({ issuer, subject }: Identity, userId: string): Promise<boolean> {
    const [found] = await this.#dependencies.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(isIdentity(issuer, subject), eq(accounts.userId, userId)));
    return found !== undefined;
  }

  async #admit(tx: Transaction, record: Recorder, identity: Identity, inviteToken: string | null): Promise<Admitted> {
    const linked = await linkedUser(tx, identity);
    const known = linked ?? (await userWithAddress(tx, verified(identity)));
    const userId = known ?? (await this.#create(tx, record, verified(identity), inviteToken));
    const held = await this.#hold(tx, userId);
    const user = held.find(({ id }) => id === userId);
    if (user === undefined) throw new TakenMeanwhileError();
    if (user.disabledAt !== null) throw new OidcRefusal('disabled', { email: user.email });
    if (known !== null && linked === null) await link(tx, record, verified(identity), user);
    return { userId, roleChanged: await this.#applyRule(tx, record, identity, held, user) };
  }

  /** Locks the user's row until the transaction ends, with those of all admins if the role may change. */
  async #hold(tx: Transaction, userId: string): Promise<HeldUser[]> {
    if (this.#dependencies.settings.adminRules !== null) return holdAdmins(tx, [userId]);
    return tx.select(HELD_COLUMNS).from(users).where(eq(users.id, userId)).for('no key update');
  }

  async #create(tx: Transaction, record: Recorder, identity: Verified, inviteToken: string | null): Promise<string> {
    const { email, issuer, name } = identity;
    const id = randomUUID();
    const role = await this.#roleOfNew(tx, { id, email }, inviteToken);
    const user = { id, email, emailVerified: true, name: name ?? email.split('@', 1)[0] ?? email, role };
    const [created] = await tx
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (created === undefined) throw new TakenMeanwhileError();
    await insertIdentity(tx, identity, id);
    await record({ kind: 'account.created', actor: { id, name: user.name }, details: { email, role, issuer } });
    return id;
  }

  /** @throws OidcRefusal unless an invite or the address lets the person in */
  async #roleOfNew(tx: Transaction, user: { id: string; email: string }, inviteToken: string | null): Promise<Role> {
    const { email } = user;
    if (inviteToken !== null) {
      const role = await claimInvite(tx, inviteToken, user);
      if (role === null) throw new OidcRefusal('invite', { email });
      return role;
    }
    const isOfDomain = this.#dependencies.settings.domains.includes(email.slice(email.lastIndexOf('@') + 1));
    // The first account is that of the printed link: otherwise there would be no admin, and no such link any more.
    if (!isOfDomain || !(await hasUsers(tx))) throw new OidcRefusal('not-invited', { email });
    return 'user';
  }

  /** Returns whether the role has changed. The last admin stays one. */
  async #applyRule(
    tx: Transaction,
    record: Recorder,
    { claims }: Identity,
    held: readonly HeldUser[],
    user: HeldUser,
  ): Promise<boolean> {
    const { adminRules } = this.#dependencies.settings;
    const role = adminRules === null ? user.role : roleBy(adminRules, claims);
    if (role === user.role || (role === 'user' && isLastAdmin(held, user.id))) return false;
    await tx.update(users).set({ role, updatedAt: new Date() }).where(eq(users.id, user.id));
    if (role === 'user') await revokeLinks(tx, user.id);
    await record({ kind: 'user.changed', actor: null, details: { user: { id: user.id, name: user.name }, role } });
    return true;
  }
}

function verified(identity: Identity): Verified {
  const { email } = identity;
  if (email === null) throw new OidcRefusal('unverified');
  return { ...identity, email };
}

async function hasUsers(tx: Transaction): Promise<boolean> {
  const [user] = await tx.select({ id: users.id }).from(users).limit(1);
  return user !== undefined;
}

async function linkedUser(tx: Transaction, { issuer, subject }: Identity): Promise<string | null> {
  const [found] = await tx.select({ userId: accounts.userId }).from(accounts).where(isIdentity(issuer, subject));
  return found?.userId ?? null;
}

async function userWithAddress(tx: Transaction, { email }: Verified): Promise<string | null> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}

/** Links the account with the address, which is locked. @throws OidcRefusal if it belongs to another identity of the provider */
async function link(tx: Transaction, record: Recorder, identity: Verified, user: HeldUser): Promise<void> {
  const { email, issuer, subject } = identity;
  if (user.email !== email) throw new TakenMeanwhileError();
  const [other] = await tx
    .select({ subject: accounts.accountId })
    .from(accounts)
    .where(and(eq(accounts.userId, user.id), eq(accounts.providerId, issuer)));
  if (other?.subject === subject) return;
  if (other !== undefined) throw new OidcRefusal('taken', { email });
  await insertIdentity(tx, identity, user.id);
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
  await record({ kind: 'identity.linked', actor: { id: user.id, name: user.name }, details: { email, issuer } });
}

async function insertIdentity(tx: Transaction, { issuer, subject }: Identity, userId: string): Promise<void> {
  const row = { id: randomUUID(), providerId: issuer, accountId: subject, userId };
  const inserted = await tx.insert(accounts).values(row).onConflictDoNothing().returning({ id: accounts.id });
  if (inserted.length === 0) throw new TakenMeanwhileError();
}

function isIdentity(issuer: string, subject: string) {
  return and(eq(accounts.providerId, issuer), eq(accounts.accountId, subject), ne(accounts.providerId, 'credential'));
}
