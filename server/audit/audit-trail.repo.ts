import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { auditEvents } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { AUDIT_ANONYMOUS_EVENTS_MAX, AUDIT_EVENTS_MAX } from '#shared/limits.ts';
import type { Visibility } from '#shared/decks.ts';
import type { KeyAccess } from '#shared/keys.ts';
import type { Role } from '#shared/roles.ts';
import { currentRequest } from './request-scope.ts';

/** Somebody as an event names them. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** What each kind of event says. Never a secret. */
interface Details extends Record<AuditKind, object> {
  'session.started': { readonly userAgent: string | null };
  /** The address that was tried. */
  'session.refused': { readonly email: string };
  /**
   * Sign-ins are refused without a look at the password, because there were too many. `email`: the address that was tried; null when
   * all attempts from one network are refused. One event for each limit and window, however many attempts there are.
   */
  'session.limited': { readonly email: string | null };
  'session.ended': { readonly sessions: 'this' | 'another' | 'all others' };
  'account.created': { readonly email: string; readonly role: Role };
  'password.changed': { readonly endKeys: boolean; readonly endRemotes: boolean };
  /** Only what was changed. */
  'user.changed': { readonly user: Named; readonly role?: Role; readonly name?: string; readonly disabled?: boolean };
  'user.removed': { readonly user: Named & { readonly email: string }; readonly decks: number };
  'key.created': {
    readonly key: Named & { readonly prefix: string };
    readonly access: KeyAccess;
    readonly expiresAt: string | null;
  };
  'key.revoked': { readonly key: Named & { readonly prefix: string } };
  'invite.created': { readonly inviteId: string; readonly role: Role; readonly email: string | null };
  'invite.revoked': { readonly inviteId: string; readonly email: string | null };
  'deck.changed': { readonly deckId: string; readonly title: string; readonly visibility: Visibility };
  'deck.deleted': { readonly deckId: string; readonly title: string; readonly owner: Named };
}

/** Something that happened. `actor`: null for somebody who had not signed in. */
export type NewAuditEvent = {
  [Kind in AuditKind]: {
    readonly kind: Kind;
    readonly actor: Named | null;
    readonly details: Details[Kind];
  };
}[AuditKind];

/** Writes an event in the transaction that it belongs to. */
export type Recorder = (event: NewAuditEvent) => Promise<void>;

/** Writes down what admins must be able to find out later: in the database, and in the log once it is certain. */
export class AuditTrail {
  readonly #db: Database;
  readonly #log: Logger;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** For what is no change of the database, or of one that another library has committed. */
  async record(event: NewAuditEvent): Promise<void> {
    const row = rowOf(event);
    await write(this.#db, row);
    this.#say(row);
  }

  /** A transaction whose events are committed with it, or not at all. */
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
 * One statement, so that an event costs no more: the new one is not among those of which the oldest are removed, which makes room
 * for it. A person's events displace their own events of that kind alone.
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
