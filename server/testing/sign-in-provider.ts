import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type Configuration, errors, Provider } from 'oidc-provider';

/** What the provider says about a person. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean | undefined;
  readonly name?: string;
  readonly groups?: readonly string[];
}

interface Wish {
  /** The address of Lectern. */
  readonly lectern: string;
  readonly port?: number;
}

/** A real provider of OpenID Connect on this machine (`oidc-provider`). */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The settings with which Lectern uses it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly accounts: Map<string, ProviderAccount>;
  /** Who sits at the browser: the id of an account. Null: someone whom the provider refuses. */
  person: string | null;
  /** Lectern's address, if it is known only after the provider has started. */
  allow(lectern: string): Promise<void>;
  /** Replaces the keys with which it signs. */
  rotateKeys(): Promise<void>;
}

const CLIENT_ID = 'lectern';
const CLIENT_SECRET = 'a secret of the tests / with: characters that need escapes+%';

export async function aProvider({ lectern, port = 0 }: Wish): Promise<TestProvider> {
  let provider: Provider | null = null;
  let returnsTo = lectern;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (provider === null) return void response.destroy();
    if (pathname.startsWith('/interaction/')) return void finishInteraction(provider, made.person, request, response);
    return void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const restart = async () => {
    provider = new Provider(issuer, await configurationOf(returnsTo, made.accounts));
  };
  const made: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Example Login',
      OIDC_SCOPES: 'openid email profile groups',
    },
    accounts: new Map(),
    person: null,
    allow: async (address) => {
      returnsTo = address;
      await restart();
    },
    rotateKeys: restart,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await restart();
  return made;
}

type Handler = Parameters<typeof createServer>[1] & object;

/** Signs the person in without asking, as a provider does that knows them already. */
async function finishInteraction(provider: Provider, person: string | null, ...exchange: Parameters<Handler>): Promise<void> {
  const result = person === null ? { error: 'access_denied', error_description: 'no' } : { login: { accountId: person } };
  await provider.interactionFinished(...exchange, result, { mergeWithLastSubmission: false });
}

async function configurationOf(lectern: string, accounts: TestProvider['accounts']): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${lectern}/oidc/callback`],
        post_logout_redirect_uris: [`${lectern}/sign-in`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account, groups: [...(account.groups ?? [])] }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (accountId === undefined) throw new errors.AccessDenied();
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  };
}
