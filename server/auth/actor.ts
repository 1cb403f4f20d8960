import { AppError, forbidden, unauthenticated } from '#server/errors.ts';
import type { KeyAccess } from '#shared/keys.ts';
import type { Role } from '#shared/people.ts';

/** What a caller authenticated with. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string; readonly access: KeyAccess };

/** An authenticated caller. Only `Authenticator` makes actors; the policies decide what an actor may do. */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly credential: Credential;
  /** The user who made the change, if the request says so: see `EXPECTED_USER_HEADER`. */
  readonly expectedUserId?: string;
}

/**
 * Who may call a route; checked before anything else. `session` and `admin` require a browser session, so that a leaked API key
 * can create neither another key nor an admin.
 */
export type Access = 'public' | 'user' | 'session' | 'admin';

export interface Demand {
  readonly access: Access;
  /** The route changes something. Keys with read access are refused. */
  readonly changes: boolean;
}

/** @throws AppError UNAUTHENTICATED, USER_MISMATCH or FORBIDDEN */
export function requireAccess(actor: Actor | null, { access, changes }: Demand): void {
  if (access !== 'public') requireActor(actor, { access, changes });
}

/** Returns the actor if it meets the demand. @throws AppError UNAUTHENTICATED, USER_MISMATCH or FORBIDDEN */
export function requireActor(actor: Actor | null, { access, changes }: Demand): Actor {
  if (actor === null) throw unauthenticated();
  const { credential, userId, expectedUserId = userId } = actor;
  if (changes && expectedUserId !== userId) {
    throw new AppError('USER_MISMATCH', 'Another user made this change. Sign in as that user to send it.');
  }
  if (credential.kind === 'key' && access !== 'user') {
    throw new AppError('UNAUTHENTICATED', 'API keys cannot do this. Sign in with a browser.');
  }
  if (access === 'admin' && actor.role !== 'admin') throw forbidden();
  if (changes && credential.kind === 'key' && credential.access === 'read') {
    throw new AppError('FORBIDDEN', 'This API key can only read.');
  }
  return actor;
}
