/**
 * Why someone could not sign in with the provider. The sign-in page says it in words. Kept apart from the schemas, so that the browser need
 * not load zod for them.
 */
export const OIDC_REFUSAL_REASONS = [
  /** The person has cancelled, or the provider does not let them in. */
  'denied',
  /** It was not begun in this browser, took too long, or is finished already. */
  'expired',
  /** The provider has answered with something that cannot be verified. */
  'invalid',
  'unreachable',
  /** The provider has named no verified address. */
  'unverified',
  'not-invited',
  /** The invite was used or revoked, has expired, or is for another address. */
  'invite',
  /** The account with this address belongs to another person at the provider. */
  'taken',
  'disabled',
  'limited',
  /** This server has failed. */
  'failed',
] as const;
export type OidcRefusalReason = (typeof OIDC_REFUSAL_REASONS)[number];
