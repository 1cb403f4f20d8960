import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { auditEvents } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { AUDIT_ANONYMOUS_EVENTS_MAX, AUDIT_EVENTS_MAX } from '#shared/limits.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import type { Visibility } from '#shared/decks.ts';
import type { ExportFormat } from '#shared/exports.ts';
import type { KeyAccess } from '#shared/keys.ts';
import type { Role } from '#shared/people.ts';
import type { OidcRefusalReason } from '#shared/sign-in-refusals.ts';
import type { SecondStepMethod, SignInFactor } from '#shared/two-factor-rules.ts';
import { currentRequest } from './request-scope.ts';

/** A user in an event. */
interface Named {
  readonly id: string;
  readonly name: string;
}

interface LinkDetails {
  readonly deckId: string;
  readonly title: string;
  /** The id is not the secret in the address of the link. */
  readonly link: { readonly id: string; readonly name: string | null };
}

/** The details of each kind of event. They never contain a secret. */
interface Details extends Record<AuditKind, object> {
  'session.started': { readonly userAgent: string | null; readonly factors: readonly SignInFactor[] };
  /**
   * `email`: with a password, the address that was tried; with a passkey, null, because a refused passkey does not prove whose it is; with the
   * sign-in provider, the verified address of the person, or null if the provider has given none. `reason`: only with the provider.
   */
  'session.refused': {
    readonly email: string | null;
    readonly factor: Extract<SignInFactor, 'password' | 'passkey' | 'provider'>;
    readonly reason?: OidcRefusalReason;
  };
  /**
   * Sign-ins are refused without checking the password, because there were too many. `email`: the address that was tried; null when
   * all attempts from one network are refused. There is one event per limit and window, whatever the number of attempts.
   */
  'session.limited': { readonly email: string | null };
  'session.ended': { readonly sessions: 'this' | 'another' | 'all others' };
  /** `issuer`: the sign-in provider that has identified the person. Missing: they have chosen a password. */
  'account.created': { readonly email: string; readonly role: Role; readonly issuer?: string };
  /** An account that existed can from now on be opened with the sign-in provider. */
  'identity.linked': { readonly email: string; readonly issuer: string };
  'password.changed': { readonly endKeys: boolean; readonly endRemotes: boolean; readonly endPasskeys: boolean };
  /** A link to set a new password. The actor is null if it was made on the server itself, or mailed to the person who asked for it. */
  'reset.created': { readonly user: Named & { readonly email: string }; readonly mailed?: true };
  /** The person has set a new password with such a link. */
  'password.reset': { readonly endKeys: boolean; readonly endRemotes: boolean; readonly endPasskeys: boolean };
  /** An authenticator app. */
  'app.added': object;
  'app.removed': object;
  'passkey.added': { readonly name: string };
  'passkey.removed': { readonly name: string };
  'recovery.renewed': object;
  /** `remaining`: the number of recovery codes that the user still has. */
  'recovery.used': { readonly remaining: number };
  /** A wrong code after the right password. */
  'second-step.refused': { readonly method: SecondStepMethod };
  /** Codes are refused without checking them, because there were too many. There is one event per limit and window. */
  'second-step.limited': object;
  /** A browser that needs no second step. */
  'device.trusted': { readonly userAgent: string | null };
  'device.untrusted': object;
  /** An admin has removed all second factors of the user. The actor is null if it was done on the server itself. */
  'factors.reset': { readonly user: Named & { readonly email: string } };
  /** Contains only changed fields. The actor is null if the sign-in provider has changed the role. */
  'user.changed': { readonly user: Named; readonly role?: Role; readonly name?: string; readonly disabled?: boolean };
  /** `decks`: how many became another user's: the actor's, or those of `heir` if users remove themselves. */
  'user.removed': { readonly user: Named & { readonly email: string }; readonly decks: number; readonly heir?: Named };
  /** Users download everything that is stored about them. */
  'user.archived': object;
  'key.created': {
    readonly key: Named & { readonly prefix: string };
    readonly access: KeyAccess;
    readonly expiresAt: string | null;
  };
  'key.revoked': { readonly key: Named & { readonly prefix: string } };
  'invite.created': { readonly inviteId: string; readonly role: Role; readonly email: string | null };
  'invite.revoked': { readonly inviteId: string; readonly email: string | null };
  'deck.changed': { readonly deckId: string; readonly title: string; readonly visibility: Visibility };
  'deck.shared': { readonly deckId: string; readonly title: string; readonly user: Named; readonly access: DeckAccess };
  'deck.unshared': { readonly deckId: string; readonly title: string; readonly user: Named };
  'deck.transferred': { readonly deckId: string; readonly title: string; readonly owner: Named };
  /** `title`: of the copy. */
  'deck.duplicated': { readonly deckId: string; readonly title: string; readonly copyId: string };
  'deck.exported': { readonly deckId: string; readonly title: string; readonly format: ExportFormat };
  'link.created': LinkDetails;
  /** `fields`: the fields that were sent. */
  'link.changed': LinkDetails & { readonly fields: readonly string[] };
  'link.deleted': LinkDetails;
  /** Moved to the trash. */
  'deck.deleted': { readonly deckId: string; readonly title: string; readonly owner: Named };
  'deck.restored': { readonly deckId: string; readonly title: string; readonly owner: Named };
  /** Deleted for good. The actor is null when its time in the trash was over. */
  'deck.purged': { readonly deckId: string; readonly title: string; readonly owner: Named };
  /** Its visibility. */
  'collection.changed': { readonly collection: Named; readonly visibility: Visibility };
  /** Its decks remain. */
  'collection.deleted': { readonly collection: Named; readonly owner: Named };
}

/** An event to record. `actor` is null if the client was not signed in. */
export type NewAuditEvent = {
  [Kind in AuditKind]: {
    readonly kind: Kind;
    readonly actor: Named | null;
    readonly details: Details[Kind];
  };
}[AuditKind];

/** Writes an event in the transaction of the change. */
export type Recorder = (event: NewAuditEvent) => Promise<void>;

/** Records events for admins: in the database, and after the commit in the log. */
export class AuditTrail {
  readonly #db: Database;
  readonly #log: Logger;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Records an event outside of a transaction: it changes nothing in the database, or another library has already committed the change. */
  async record(event: NewAuditEvent): Promise<void> {
    const row = rowOf(event);
    await write(this.#db, row);
    this.#say(row);
  }

  /** Runs a transaction whose events are committed together with its changes. */
  async transaction<Result>(work: (tx: Transaction, record: Recorder) => Promise<Result>): Promise<Result> {
    const rows: EventRow[] = [];
    const result = await this.#db.transaction(async (tx) => {
      rows.length = 0;
      return work(tx, async (event) => {
        const row = rowOf(event);
        await write(tx, row);
        rows.push(row);
      });
    });
    for (const row of rows) this.#say(row);
    return result;
  }

  #say({ id: _, at: __, kind, ...rest }: EventRow): void {
    this.#log.info({ event: kind, ...rest }, 'security event');
  }
}

type EventRow = typeof auditEvents.$inferInsert;

/**
 * Inserts an event and removes the oldest ones of the same user and kind beyond the limit. Both are one statement to save a round trip.
 * The delete does not see the new row, so it leaves room for it.
 */
async function write(db: Database | Transaction, row: EventRow): Promise<void> {
  const max = row.actorId == null ? AUDIT_ANONYMOUS_EVENTS_MAX : AUDIT_EVENTS_MAX;
  const actor = row.actorId == null ? isNull(auditEvents.actorId) : eq(auditEvents.actorId, row.actorId);
  const beyond = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(actor, eq(auditEvents.kind, row.kind)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .offset(max - 1)
    .for('update', { skipLocked: true });
  await db.execute(sql`
    with written as ${db.insert(auditEvents).values(row).returning({ id: auditEvents.id })}
    delete from ${auditEvents} where ${inArray(auditEvents.id, beyond)}`);
}

function rowOf({ kind, actor, details }: NewAuditEvent): EventRow {
  const request = currentRequest();
  return {
    id: randomUUID(),
    at: new Date(),
    kind,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    address: request?.address ?? null,
    requestId: request?.requestId ?? null,
    details: { ...details },
  };
}
