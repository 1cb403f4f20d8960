import { AuditTrail } from './audit-trail/audit-trail.repo.ts';
import { FactorResets } from './auth/factors/factor-resets.ts';
import { PasswordResets } from './auth/password-resets.ts';
import { announceRevocation, type Revocations } from './auth/revocations.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { connectDatabase, type Database } from './db/connect.ts';
import { requireOwnLevel } from './db/levels.ts';
import { databaseOfCommand } from './db/open-database.ts';
import { AppError } from './errors.ts';
import { OwnOrigins } from './http/own-origins.ts';
import { InvitesRepo } from './invites/invites.repo.ts';
import { InvitesService } from './invites/invites.service.ts';
import { createLog } from './log.ts';
import { UsersRepo } from './users/users.repo.ts';
import { INVITE_HOURS_DEFAULT } from '#shared/limits.ts';
import { emailSchema, roleSchema } from '#shared/people.ts';

interface Admin {
  readonly db: Database;
  readonly trail: AuditTrail;
  /** Ends event streams of running servers when their user has lost the right to them. */
  readonly revocations: Pick<Revocations, 'announce'>;
  /** The address that links start with. */
  readonly baseUrl: string;
}

const BESIDE_THE_SERVER =
  'The command works on the configured database, whether the server runs or not. The embedded database is that of the running server; if none runs, it is started for the command.';

/** Commands for the people who run the server. They need no account. */
export const adminCommands: Readonly<Record<string, Command>> = {
  'admin invite': {
    usage: 'lectern admin invite [--email ADDRESS] [--role user|admin]',
    summary: 'Prints a link with which one person joins.',
    details: `--email  the only address that may join with the link\n--role   the role of the person; user by default\n\n${BESIDE_THE_SERVER}`,
    options: { email: { type: 'string' }, role: { type: 'string', default: 'user' } },
    run: async ({ values }) => {
      const role = roleSchema.safeParse(values['role']);
      if (!role.success) throw new UsageError(`--role ${String(values['role'])} is not possible; the values are user, admin.`);
      const email = values['email'] === undefined ? null : addressOf(values['email']);
      await beside(async ({ db, trail, baseUrl }) => {
        const service = new InvitesService({
          repo: new InvitesRepo(db, trail),
          findUsable: async () => null,
          baseUrl,
          mailer: null,
          log: createLog('silent'),
        });
        const { url, expiresAt } = await service.createOnServer({ role: role.data, email, expiresInHours: INVITE_HOURS_DEFAULT });
        process.stdout.write(`${url}\nThe link works once, until ${expiresAt}.\n`);
      });
    },
  },
  'admin reset-password': {
    usage: 'lectern admin reset-password ADDRESS',
    summary: 'Prints a link with which the person with this email address sets a new password.',
    details: BESIDE_THE_SERVER,
    operands: ['ADDRESS'],
    run: async ({ positionals: [address] }) => {
      const email = addressOf(address);
      await beside(async ({ db, trail, baseUrl }) => {
        const link = await resetsOn({ db, trail, baseUrl })
          .createOnServer(email)
          .catch((fault: unknown) => unknownAddress(fault, email));
        process.stdout.write(`${link.url}\nThe link is for ${link.user.email} and works once, until ${link.expiresAt}.\n`);
      });
    },
  },
  'admin reset-factors': {
    usage: 'lectern admin reset-factors ADDRESS',
    summary: 'Removes the second factors of the person with this email address, who has lost them, and ends their sessions.',
    details: `The person then signs in with their password alone and can set up a new factor.\n\n${BESIDE_THE_SERVER}`,
    operands: ['ADDRESS'],
    run: async ({ positionals: [address] }) => {
      const email = addressOf(address);
      await beside(async ({ trail, revocations }) => {
        await new FactorResets({ trail, revocations })
          .resetOnServer(email)
          .catch((fault: unknown) => unknownAddress(fault, email));
        process.stdout.write(`${email} has no second factor now, and is signed out everywhere.\n`);
      });
    },
  },
  'admin list': {
    usage: 'lectern admin list',
    summary: 'Lists the admins.',
    details: BESIDE_THE_SERVER,
    run: () =>
      beside(async ({ db, trail }) => {
        const admins = await new UsersRepo(db, trail).admins();
        const lines = admins.map(({ email, name, disabledAt }) => `${email}\t${name}${disabledAt === null ? '' : '\tdisabled'}`);
        process.stdout.write(lines.length === 0 ? 'There are no admins.\n' : `${lines.join('\n')}\n`);
      }),
  },
};

/** Opens the configured database for a command. @throws DatabaseLevelError unless its tables are those of this version */
async function beside(work: (admin: Admin) => Promise<void>): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const config = readConfig();
  const log = createLog('silent');
  const connection = connectDatabase({ url: await databaseOfCommand({ config, log }, opened), poolSize: 2 });
  opened.defer(() => connection.close());
  await requireOwnLevel(connection.sql);
  const announce = () => announceRevocation(connection.sql);
  await work({
    db: connection.db,
    revocations: { announce },
    trail: new AuditTrail(connection.db, log),
    baseUrl: baseUrlOf(config),
  });
}

function baseUrlOf({ baseUrl, port }: Config): string {
  return new OwnOrigins(baseUrl, port).base;
}

function resetsOn(admin: Pick<Admin, 'db' | 'trail' | 'baseUrl'>): PasswordResets {
  // Making a link ends nothing, and hashes nothing.
  return new PasswordResets({
    ...admin,
    revocations: { announce: async () => undefined },
    inTurn: (work) => work(),
    hasPasswords: true,
  });
}

function addressOf(text: unknown): string {
  const address = emailSchema.safeParse(text);
  if (!address.success) throw new UsageError(`"${String(text)}" is not an email address.`);
  return address.data;
}

function unknownAddress(fault: unknown, email: string): never {
  const isUnknown = fault instanceof AppError && fault.code === 'USER_NOT_FOUND';
  throw isUnknown ? new CommandError(`No account has the address ${email}, or it is disabled.`) : fault;
}
