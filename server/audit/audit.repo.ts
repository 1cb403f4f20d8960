import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { PAGE_SIZE_DEFAULT } from '#shared/limits.ts';

export type AuditRow = typeof auditEvents.$inferSelect;

export interface AuditPage extends PageRequest {
  readonly kind?: AuditKind | undefined;
}

/** SQL that reads and prunes the audit list. `AuditTrail` writes it. */
export class AuditRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list or kind */
  async list({ limit, cursor, kind }: AuditPage): Promise<Page<AuditRow>> {
    const list = `audit ${kind ?? ''}`;
    const position = decodeCursor(list, cursor);
    const after =
      position &&
      sql`(${auditEvents.at}, ${auditEvents.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#db
      .select()
      .from(auditEvents)
      .where(and(kind && eq(auditEvents.kind, kind), after ?? undefined))
      .orderBy(pageOrder(limit, desc(auditEvents.at), desc(auditEvents.id)));
    return toPage(rows, limit, (last) => encodeCursor(list, { key: last.at.toISOString(), id: last.id }));
  }

  /**
   * Removes events that are older than this by the clock of the database, a page at a time: one statement for all would read the whole table.
   */
  async removeOlderThan(days: number): Promise<void> {
    const instant = sql`now() - make_interval(days => ${days}::int)`;
    const oldest = this.#db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(lt(auditEvents.at, instant))
      .orderBy(pageOrder(PAGE_SIZE_DEFAULT, asc(auditEvents.at), asc(auditEvents.id)));
    let removed: readonly unknown[];
    do {
      removed = await this.#db.delete(auditEvents).where(inArray(auditEvents.id, oldest)).returning({ id: auditEvents.id });
    } while (removed.length > 0);
  }
}
