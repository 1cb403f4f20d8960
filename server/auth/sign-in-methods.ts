import { asc, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnSignInMethods, SignInMethods } from '#shared/sign-in-methods.ts';
import type { Actor } from './actor.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';

interface Dependencies {
  readonly db: Database;
  readonly hasPasswords: boolean;
  readonly provider: Pick<OidcProvider, 'name' | 'isReachable'> | null;
  /** Whether the server sends mail. */
  readonly hasMail: boolean;
}

/** Says how people can sign in, and how a user does. */
export class SignInMethodsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Never waits for the provider. */
  list(): SignInMethods {
    const { hasPasswords, provider, hasMail } = this.#dependencies;
    return {
      passwords: hasPasswords,
      mail: hasMail,
      provider: provider && { name: provider.name, reachable: provider.isReachable },
    };
  }

  async listOwn({ userId }: Actor): Promise<OwnSignInMethods> {
    const rows = await this.#dependencies.db
      .select({ issuer: accounts.providerId, createdAt: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.userId, userId))
      .orderBy(asc(accounts.createdAt), asc(accounts.id));
    const identities = rows.filter(({ issuer }) => issuer !== 'credential');
    return {
      password: identities.length < rows.length,
      identities: identities.map(({ issuer, createdAt }) => ({ issuer, linkedAt: createdAt.toISOString() })),
    };
  }
}
