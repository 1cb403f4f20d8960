import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditKind } from '#shared/audit.ts';
import { instant } from './columns.ts';

/** What happened to accounts, rights and decks. Rows are never changed; they name people as they were called then. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    kind: text('kind').$type<AuditKind>().notNull(),
    /** Whoever did it; null: nobody who had proven who they are. No foreign key: a removed person's actions remain. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    /** Of the client; null, as the request id: the server did it by itself. */
    address: text('address'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('audit_events_at').on(table.at, table.id), index('audit_events_kind').on(table.kind, table.at, table.id)],
);
