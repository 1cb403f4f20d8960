import { ownPath } from '#web/lib/own-path.ts';

export interface SignInSearch {
  /** Where to go after signing in: a path of this application. */
  to?: string | undefined;
}

/**
 * Accepts only paths of this application, because a sign-in link must not lead to another site. Invalid values are set to
 * undefined, not omitted: the router would restore omitted parameters from the address.
 */
export function readSignInSearch({ to }: Record<string, unknown>): SignInSearch {
  return { to: ownPath(to) ?? undefined };
}
