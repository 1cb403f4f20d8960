import { ownPath } from '#web/lib/own-path.ts';

export interface SignInSearch {
  /** Where to go afterwards: a path of ours. */
  to?: string | undefined;
}

/**
 * Only paths of our own: a sign-in link must not lead to another site. What is refused is overwritten, not left out: the router
 * puts what a route leaves out back from the address.
 */
export function readSignInSearch({ to }: Record<string, unknown>): SignInSearch {
  return { to: ownPath(to) ?? undefined };
}
