import { OidcProvider } from '#server/auth/oidc/oidc-provider.ts';
import type { OidcSettings } from '#server/config.ts';
import type { Logger } from 'pino';
import { type Check, checked, fault, skipped, warning } from './report.ts';

const NAME = 'Sign-in provider';

/** Whether the provider can be reached and is one that people can sign in with. */
export async function checkSignInProvider(settings: OidcSettings | null, log: Logger): Promise<Check> {
  if (settings === null) return skipped(NAME, 'there is none');
  const { issuer } = settings;
  try {
    const { code_challenge_methods_supported: methods } = await new OidcProvider({ settings, log }).check();
    if (methods?.includes('S256') !== false) return checked(NAME, issuer, []);
    const what = 'The provider does not support PKCE with S256, which protects sign-ins.';
    return checked(NAME, issuer, [warning(what, 'Switch it on there if possible.')]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const remedy =
      'Open the issuer with /.well-known/openid-configuration in a browser. OIDC_ISSUER must be what it calls "issuer", and this machine must reach it.';
    return checked(NAME, issuer, [fault(`The provider cannot be used (${why}): no one can sign in with it.`, remedy)]);
  }
}
