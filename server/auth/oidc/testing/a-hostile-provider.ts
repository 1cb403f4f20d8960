import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Claims = Record<string, unknown>;

/** What the provider does wrong. Without any of these, it is a correct provider. */
export interface Fault {
  /** Changes the claims of the ID token. */
  readonly claims?: (right: Claims) => Claims;
  /** Makes the ID token from its claims; null: there is none. */
  readonly idToken?: (claims: Claims) => Promise<string | null>;
  /** Changes the query with which it sends the browser back. */
  readonly answer?: (query: URLSearchParams) => void;
  /** Changes what it says about itself. */
  readonly metadata?: (right: Claims) => Claims;
  /** What it says about the person on request. */
  readonly userInfo?: Claims;
}

export interface HostileProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  fault: Fault;
}

export const HOSTILE_SECRET = 'a secret that is at least 32 bytes long';

/** A small provider of OpenID Connect that answers at once, and wrongly on request. */
export async function aHostileProvider(): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'the key' };
  const nonces = new Map<string, string>();

  const metadata = (): Claims => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });

  const idTokenFor = async (code: string) => {
    const now = Math.floor(Date.now() / 1000);
    const person = { sub: 'mallory', email: 'mallory@example.org', email_verified: true };
    const right = { iss: issuer, aud: 'lectern', iat: now, exp: now + 60, nonce: nonces.get(code), ...person };
    const claims = made.fault.claims?.(right) ?? right;
    if (made.fault.idToken) return made.fault.idToken(claims);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the key' }).sign(privateKey);
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const routes: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => json(made.fault.metadata?.(metadata()) ?? metadata()),
      '/jwks': () => json({ keys: [key] }),
      '/me': () => json(made.fault.userInfo ?? { sub: 'mallory' }),
      '/auth': () => {
        const code = crypto.randomUUID();
        nonces.set(code, searchParams.get('nonce') ?? '');
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer }).toString();
        made.fault.answer?.(back.searchParams);
        response.writeHead(303, { location: back.href }).end();
      },
      '/token': async () => {
        const code = new URLSearchParams(await text(request)).get('code') ?? '';
        const idToken = await idTokenFor(code);
        json({ access_token: 'a', token_type: 'Bearer', ...(idToken !== null && { id_token: idToken }) });
      },
    };
    void (routes[pathname] ?? (() => response.writeHead(404).end()))();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: HostileProvider = {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'lectern', OIDC_CLIENT_SECRET: HOSTILE_SECRET },
    fault: {},
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
