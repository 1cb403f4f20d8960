import { AUDIT_KINDS, type AuditKind } from '#shared/audit-kinds.ts';

/** What the list is narrowed to stands in its address: it survives reload and back, and can be sent to another admin. */
export interface AuditSearch {
  kind?: AuditKind | undefined;
}

/** What is not valid is overwritten, not left out: the router puts what a route leaves out back from the address. */
export function readAuditSearch({ kind }: Record<string, unknown>): AuditSearch {
  return { kind: AUDIT_KINDS.find((each) => each === kind) };
}
