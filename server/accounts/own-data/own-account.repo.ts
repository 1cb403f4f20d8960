import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import {
  accounts,
  apiKeys,
  auditEvents,
  authenticatorApps,
  deckTrust,
  invites,
  passwordResets,
  passkeys,
  recoveryCodes,
  sessions,
  trustedDevices,
  users,
} from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { inPages, type Pages } from './pages.ts';
import { after } from './shown-decks.repo.ts';

const PAGE = 100;

/** SQL of the account of one person, for their archive. The columns that are selected are what the archive shows: none is a secret. */
export class OwnAccountRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async person(userId: string): Promise<object | null> {
    const { id, name, email, emailVerified, role, createdAt, twoFactorSince } = users;
    const shown = { id, name, email, emailVerified, role, createdAt, twoFactorSince };
    const [row] = await this.#db.select(shown).from(users).where(eq(users.id, userId));
    return row ?? null;
  }

  /** How the person signs in, also with a second factor. */
  async signIn(userId: string): Promise<object> {
    const ways = await this.#db
      .select({
        provider: accounts.providerId,
        subject: accounts.accountId,
        hasPassword: sql<boolean>`${accounts.password} is not null`,
        createdAt: accounts.createdAt,
      })
      .from(accounts)
      .where(eq(accounts.userId, userId));
    const apps = await this.#db
      .select({ confirmedAt: authenticatorApps.confirmedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId));
    const keys = await this.#db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId));
    const [codes] = await this.#db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const resets = await this.#db
      .select({ createdAt: passwordResets.createdAt, expiresAt: passwordResets.expiresAt })
      .from(passwordResets)
      .where(eq(passwordResets.userId, userId));
    return { ways, authenticatorApps: apps, passkeys: keys, recoveryCodes: codes?.left ?? 0, passwordResets: resets };
  }

  sessions(userId: string): Pages {
    const { id, userAgent, ipAddress, createdAt, updatedAt: lastUsedAt, expiresAt } = sessions;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, userAgent, ipAddress, createdAt, lastUsedAt, expiresAt })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  trustedDevices(userId: string): Pages {
    const { id, userAgent, createdAt, lastUsedAt, expiresAt } = trustedDevices;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, userAgent, createdAt, lastUsedAt, expiresAt })
        .from(trustedDevices)
        .where(and(eq(trustedDevices.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  keys(userId: string): Pages {
    const { id, name, prefix, access, createdAt, expiresAt, lastUsedAt } = apiKeys;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, name, prefix, access, createdAt, expiresAt, lastUsedAt })
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** What the person has allowed decks to do. */
  trust(userId: string): Pages {
    const { fingerprint, hosts, capabilities, updatedAt } = deckTrust;
    return inPages<{ fingerprint: string }>(PAGE, (last) =>
      this.#db
        .select({ fingerprint, hosts, capabilities, updatedAt })
        .from(deckTrust)
        .where(and(eq(deckTrust.userId, userId), last === null ? undefined : gt(fingerprint, last.fingerprint)))
        .orderBy(fingerprint)
        .limit(PAGE),
    );
  }

  /** Invites that the person has made. */
  invites(userId: string): Pages {
    const { id, role, email, createdAt, expiresAt, usedAt } = invites;
    return inPages<{ id: string }>(PAGE, (last) =>
      this.#db
        .select({ id, role, email, createdAt, expiresAt, usedAt })
        .from(invites)
        .where(and(eq(invites.createdById, userId), after(last, id)))
        .orderBy(id)
        .limit(PAGE),
    );
  }

  /** What the person has done, in the audit list. */
  audit(userId: string): Pages {
    const { kind, at, id, address, details } = auditEvents;
    return inPages<{ kind: string; at: Date; id: string }>(PAGE, (last) => {
      const isAfter =
        last === null
          ? undefined
          : sql`(${kind}, ${at}, ${id}) > (${last.kind}, ${last.at.toISOString()}::timestamptz, ${last.id})`;
      return this.#db
        .select({ kind, at, id, address, details })
        .from(auditEvents)
        .where(and(eq(auditEvents.actorId, userId), isAfter))
        .orderBy(asc(kind), asc(at), asc(id))
        .limit(PAGE);
    });
  }
}
