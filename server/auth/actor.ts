import { forbidden, unauthenticated } from '#server/errors.ts';
import type { Role } from '#shared/roles.ts';

/** Who is asking. Made by `Sessions` alone; what an actor may do is the policies' business. */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** What a route asks of its caller, before it looks at anything else. */
export type Access = 'public' | 'user' | 'admin';

/** @throws AppError UNAUTHENTICATED or FORBIDDEN */
export function requireAccess(actor: Actor | null, access: Access): void {
  if (access === 'public') return;
  if (actor === null) throw unauthenticated();
  if (access === 'admin' && actor.role !== 'admin') throw forbidden();
}

/** @throws AppError UNAUTHENTICATED */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw unauthenticated();
  return actor;
}
