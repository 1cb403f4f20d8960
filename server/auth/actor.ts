import { AppError, forbidden, unauthenticated } from '#server/errors.ts';
import type { KeyAccess } from '#shared/keys.ts';
import type { Role } from '#shared/people.ts';
import type { Withheld } from '#shared/two-factor-rules.ts';

/** What a caller authenticated with. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string; readonly access: KeyAccess };

/** An authenticated caller. Only `Authenticator` makes actors; the policies decide what an actor may do. */
export interface Actor {
  readonly userId: string;
  readonly name: string;
  /** The role with which the actor acts: see `actingRole`. */
  readonly role: Role;
  /** What is withheld until the user has a second factor, which the installation requires. Missing: nothing. */
  readonly withheld?: Withheld;
  readonly credential: Credential;
  /** The user who made the change, if the request says so: see `EXPECTED_USER_HEADER`. */
  readonly expectedUserId?: string;
}

/**
 * Who may call a route; checked before anything else. `account`, `session` and `admin` require a browser session, so that a leaked API
 * key can create neither another key nor an admin. `account` is for what people do with their own account, also before they have
 * set up a second factor that the installation requires.
 */
export type Access = 'public' | 'user' | 'account' | 'session' | 'admin';

export interface Demand {
  readonly access: Access;
  /** The route changes something. Keys with read access are refused. */
  readonly changes: boolean;
}

/** The role with which an actor acts now, by the role of their account. */
export function currentRole({ withheld }: Pick<Actor, 'withheld'>, role: Role): Role {
  return withheld === undefined ? role : 'user';
}

/** @throws AppError as `requireActor` */
export function requireAccess(actor: Actor | null, { access, changes }: Demand): void {
  if (access !== 'public') requireActor(actor, { access, changes });
}

/** Returns the actor if it meets the demand. @throws AppError UNAUTHENTICATED, USER_MISMATCH, TWO_FACTOR_SETUP_REQUIRED or FORBIDDEN */
export function requireActor(actor: Actor | null, { access, changes }: Demand): Actor {
  if (actor === null) throw unauthenticated();
  const { credential, userId, expectedUserId = userId, withheld } = actor;
  if (changes && expectedUserId !== userId) {
    throw new AppError('USER_MISMATCH', 'Another user made this change. Sign in as that user to send it.');
  }
  if (credential.kind === 'key' && access !== 'user') {
    throw new AppError('UNAUTHENTICATED', 'API keys cannot do this. Sign in with a browser.');
  }
  if (access !== 'account' && (withheld === 'everything' || (withheld !== undefined && access === 'admin'))) {
    throw new AppError(
      'TWO_FACTOR_SETUP_REQUIRED',
      'This server requires a second factor for this. Open your account in the browser and set up two-step sign-in.',
    );
  }
  if (access === 'admin' && actor.role !== 'admin') throw forbidden();
  if (changes && credential.kind === 'key' && credential.access === 'read') {
    throw new AppError('FORBIDDEN', 'This API key can only read.');
  }
  return actor;
}
