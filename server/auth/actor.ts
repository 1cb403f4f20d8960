import { AppError, forbidden, unauthenticated } from '#server/errors.ts';
import type { KeyAccess } from '#shared/keys.ts';
import type { Role } from '#shared/roles.ts';

/** What somebody has proven themselves with. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string; readonly access: KeyAccess };

/** Who is asking. Made by `Authenticator` alone; what an actor may do is the policies' business. */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly credential: Credential;
}

/**
 * What a route asks of its caller, before it looks at anything else. `session` and `admin` want somebody
 * at a browser: a key that leaked must make neither another key nor an admin.
 */
export type Access = 'public' | 'user' | 'session' | 'admin';

export interface Demand {
  readonly access: Access;
  /** Changes something: keys for reading are refused. */
  readonly changes: boolean;
}

/** @throws AppError UNAUTHENTICATED or FORBIDDEN */
export function requireAccess(actor: Actor | null, { access, changes }: Demand): void {
  if (access !== 'public') requireActor(actor, { access, changes });
}

/** The actor, who is there and may go on. @throws AppError UNAUTHENTICATED or FORBIDDEN */
export function requireActor(actor: Actor | null, { access, changes }: Demand): Actor {
  if (actor === null) throw unauthenticated();
  const { credential } = actor;
  if (credential.kind === 'key' && access !== 'user') {
    throw new AppError('UNAUTHENTICATED', 'API keys cannot do this. Sign in with a browser.');
  }
  if (access === 'admin' && actor.role !== 'admin') throw forbidden();
  if (changes && credential.kind === 'key' && credential.access === 'read') {
    throw new AppError('FORBIDDEN', 'This API key can only read.');
  }
  return actor;
}
