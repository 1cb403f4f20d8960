import { AUDIT_KINDS, type AuditKind } from '#shared/audit-kinds.ts';

/** The filter of the list. It is in the address, so that it survives a reload and can be shared. */
export interface AuditSearch {
  kind?: AuditKind | undefined;
}

/** Invalid values are set to undefined, not omitted: the router would restore omitted parameters from the address. */
export function readAuditSearch({ kind }: Record<string, unknown>): AuditSearch {
  return { kind: AUDIT_KINDS.find((each) => each === kind) };
}
