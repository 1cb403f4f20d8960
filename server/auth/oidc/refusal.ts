import type { OidcRefusalReason } from '#shared/sign-in-refusals.ts';

/** Why someone cannot sign in with the provider. They return to the sign-in page, which says it in words. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal';
  readonly reason: OidcRefusalReason;
  /** The verified address of the person, if the provider has named it. */
  readonly email: string | null;

  constructor(reason: OidcRefusalReason, { email = null, ...options }: ErrorOptions & { readonly email?: string | null } = {}) {
    super(`the sign-in with the provider was refused: ${reason}`, options);
    this.reason = reason;
    this.email = email;
  }
}
