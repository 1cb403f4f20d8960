import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database, DatabaseConnection } from '#server/db/connect.ts';
import type { Listener } from '#server/db/listener.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { Mailer } from '#server/mail/mailer.ts';
import { buildAuth } from './build-auth.ts';
import { Revocations } from './revocations.ts';

interface IdentityParts {
  readonly config: Config;
  readonly origins: OwnOrigins;
  readonly log: Logger;
  readonly db: Database;
  readonly database: DatabaseConnection;
  readonly listener: Listener;
  readonly secret: string;
}

/** Who is signed in, how that ends on all instances, and the mail with which people come in. */
export async function openIdentity({ config, database, listener, ...parts }: IdentityParts, opened: AsyncDisposableStack) {
  const revocations = new Revocations(database.sql, listener, parts.log);
  await revocations.listen();
  const mailer = config.mail && opened.adopt(new Mailer(config.mail), (each) => each.close());
  const identity = buildAuth({ ...config.auth, ...parts, revocations, mailer });
  opened.defer(() => identity.resetMails.close());
  return { revocations, mailer, identity };
}
