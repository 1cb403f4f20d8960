import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/index.ts';
import { decodeCursor, encodeCursor, instantOf, toPage } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';

export type AuditRow = typeof auditEvents.$inferSelect;

export interface AuditPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly kind?: AuditKind | undefined;
}

/** SQL of the audit list, as it is read and pruned. `AuditTrail` writes it. */
export class AuditRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list or kind */
  async list({ limit, cursor, kind }: AuditPage): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
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

  async removeBefore(instant: Date): Promise<void> {
    await this.#db.delete(auditEvents).where(lt(auditEvents.at, instant));
  }
}
