import { ownPath } from '#shared/own-path.ts';
import { OIDC_REFUSAL_REASONS, type OidcRefusalReason } from '#shared/sign-in-refusals.ts';

export interface SignInSearch {
  /** Where to go after signing in: a path of this application. */
  to?: string | undefined;
  /** Why the provider has not signed the person in. */
  refused?: OidcRefusalReason | undefined;
}

/**
 * Accepts only paths of this application, because a sign-in link must not lead to another site. Invalid values are set to
 * undefined, not omitted: the router would restore omitted parameters from the address.
 */
export function readSignInSearch({ to, refused }: Record<string, unknown>): SignInSearch {
  return { to: ownPath(to) ?? undefined, refused: OIDC_REFUSAL_REASONS.find((reason) => reason === refused) };
}
