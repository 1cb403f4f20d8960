/** The kinds of events in the audit log. More may be added. Kept apart from the schemas, so that the browser need not load zod for them. */
export const AUDIT_KINDS = [
  'session.started',
  'session.refused',
  'session.limited',
  'session.ended',
  'account.created',
  'password.changed',
  'user.changed',
  'user.removed',
  'key.created',
  'key.revoked',
  'invite.created',
  'invite.revoked',
  'deck.changed',
  'deck.shared',
  'deck.unshared',
  'deck.transferred',
  'deck.duplicated',
  'deck.deleted',
  'deck.restored',
  'deck.purged',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
