import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { instant } from './columns.ts';

/** Events about accounts, permissions and decks. Rows are never updated, so names are those at the time of the event. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    kind: text('kind').$type<AuditKind>().notNull(),
    /** Null if the actor was not signed in. Not a foreign key: the events of a person remain when the person is removed. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    /** IP address of the client. Null, like `requestId`, if the server acted without a request. */
    address: text('address'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_kind').on(table.kind, table.at, table.id),
    index('audit_events_actor').on(table.actorId, table.kind, table.at, table.id),
  ],
);
