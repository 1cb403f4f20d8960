import type { Logger } from 'pino';
import type { AuthService } from './auth/auth.service.ts';
import { faultOfPassword } from './auth/refused-passwords.ts';
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
 * @throws ConfigError for a password that is easy to guess
 */
export async function makeFirstAdmin(dependencies: Dependencies): Promise<string | null> {
  // Instances may start at the same time. One would otherwise revoke the invite with which another is creating the admin.
  return dependencies.invites.firstRunInTurn(() => make(dependencies));
}

async function make({ config, invites, auth, log }: Dependencies): Promise<string | null> {
  const { admin } = config.auth;
  const invite = await invites.firstRun(admin?.email ?? null);
  if (invite === null || admin === null) return invite?.url ?? null;
  const fault = await faultOfPassword(admin.password, admin.email);
  if (fault !== null) throw new ConfigError([`ADMIN_PASSWORD: ${fault.message}`]);
  await auth.signUp({ ...admin, inviteToken: invite.token }, { address: 'localhost', userAgent: undefined, cookie: undefined });
  log.info({ email: admin.email }, 'created the first admin');
  return null;
}
