import type { Logger } from 'pino';
import type { AuthService } from './auth/auth.service.ts';
import { isCommonPassword } from './auth/refused-passwords.ts';
import { type Config, ConfigError } from './config.ts';
import type { InvitesService } from './invites/invites.service.ts';

interface Dependencies {
  readonly config: Config;
  readonly invites: InvitesService;
  readonly auth: AuthService;
  readonly log: Logger;
}

/**
 * If there are no users, creates the admin of the configuration, or an invite for the first admin.
 *
 * @returns the address of the invite; null if there is an admin
 * @throws ConfigError for a common password
 */
export async function makeFirstAdmin({ config, invites, auth, log }: Dependencies): Promise<string | null> {
  const { admin } = config.auth;
  const invite = await invites.firstRun(admin?.email ?? null);
  if (invite === null || admin === null) return invite?.url ?? null;
  if (await isCommonPassword(admin.password)) {
    throw new ConfigError([
      'ADMIN_PASSWORD is one of the 10,000 most common passwords, which attackers try first: choose another one.',
    ]);
  }
  await auth.signUp({ ...admin, inviteToken: invite.token }, { address: 'localhost', userAgent: undefined });
  log.info({ email: admin.email }, 'created the first admin');
  return null;
}
