import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { Logger } from 'pino';
import type { OidcSettings } from '#server/config.ts';
import { boundedFetch, ProviderUnreachableError } from './bounded-fetch.ts';
import { type Claims, type Identity, identityOf } from './claims.ts';
import { OidcRefusal } from './refusal.ts';
import type { Flow } from './flow-cookie.ts';

/** The time for one answer of the provider. */
const ANSWER_MILLISECONDS = 10_000;
/** For how long the provider's description is used without asking for it again. */
const FRESH_MILLISECONDS = 60_000;
/** The shortest time between attempts of which no one waits for the result. */
const RETRY_MILLISECONDS = 5000;

interface Dependencies {
  readonly settings: OidcSettings;
  readonly log: Logger;
}

/** What must be sent along with a sign-in. */
type Challenge = Pick<Flow, 'state' | 'nonce' | 'verifier' | 'redirectUri'> & {
  /** Whether the provider should ask for the password again, although the person is signed in there. */
  readonly asksAgain: boolean;
};

/**
 * The sign-in provider: an issuer of OpenID Connect, found by discovery. The library checks state, issuer, nonce, audience, times and the
 * signature of the ID token; decision 060 has the list.
 */
export class OidcProvider {
  readonly #settings: OidcSettings;
  readonly #log: Logger;
  #metadata: { readonly value: ServerMetadata; readonly readAt: number } | null = null;
  #reading: Promise<ServerMetadata> | null = null;
  #failedAt: number | null = null;

  constructor({ settings, log }: Dependencies) {
    this.#settings = settings;
    this.#log = log;
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Whether the last attempt to reach the provider succeeded. Begins another one if that was a while ago. */
  get isReachable(): boolean {
    const last = Math.max(this.#failedAt ?? 0, this.#metadata?.readAt ?? 0);
    const pause = this.#failedAt === null ? FRESH_MILLISECONDS : RETRY_MILLISECONDS;
    if (Date.now() - last > pause) void this.#read().catch(() => undefined);
    return this.#failedAt === null;
  }

  /** Where the browser goes to sign in. @throws ProviderUnreachableError, or another error if the provider's description is not usable */
  async signInUrl({ state, nonce, verifier, redirectUri, asksAgain }: Challenge): Promise<URL> {
    // The provider is asked each time, so that a person is not sent to one that cannot be reached.
    const configuration = this.#configurationOf(await this.#read());
    return buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asksAgain && { prompt: 'login' }),
    });
  }

  /**
   * Checks the answer with which the provider has sent the browser back, and exchanges its code for the claims.
   *
   * @param query the query of the address, as it was requested
   * @throws OidcRefusal when the provider has refused, cannot be reached, or has answered with something that is not valid
   */
  async identify(query: URLSearchParams, { state, nonce, verifier, redirectUri }: Flow): Promise<Identity> {
    const address = new URL(redirectUri);
    address.search = query.toString();
    try {
      const configuration = this.#configurationOf(await this.#current());
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      return identityOf(claims, await this.#userInfo(configuration, tokens.access_token, claims.sub));
    } catch (fault) {
      throw this.#refusalOf(fault);
    }
  }

  /** Where the browser goes to sign out of the provider as well; null if it does not offer this, or is not known yet. */
  signOutUrl(returnTo: string): string | null {
    if (this.#metadata?.value.end_session_endpoint === undefined) return null;
    const configuration = this.#configurationOf(this.#metadata.value);
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** Asks for the provider's description now. @throws ProviderUnreachableError, or another error if it is not usable */
  async check(): Promise<ServerMetadata> {
    return this.#read();
  }

  /** Many providers put the address of a person into this answer alone. */
  async #userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<Claims> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return fetchUserInfo(configuration, accessToken, subject);
  }

  async #current(): Promise<ServerMetadata> {
    const known = this.#metadata;
    if (known !== null && Date.now() - known.readAt < FRESH_MILLISECONDS) return known.value;
    return this.#read();
  }

  #read(): Promise<ServerMetadata> {
    return (this.#reading ??= this.#discover().finally(() => (this.#reading = null)));
  }

  async #discover(): Promise<ServerMetadata> {
    const { issuer, clientId } = this.#settings;
    try {
      const url = new URL(issuer);
      const found = await discovery(url, clientId, {}, None(), {
        [customFetch]: boundedFetch(ANSWER_MILLISECONDS),
        timeout: ANSWER_MILLISECONDS / 1000,
        execute: plainIfLocal(url),
      });
      const value = found.serverMetadata();
      if (this.#failedAt !== null) this.#log.info({ issuer }, 'the sign-in provider can be reached again');
      this.#failedAt = null;
      this.#metadata = { value, readAt: Date.now() };
      return value;
    } catch (fault) {
      const err = unreachableIn(fault) ?? fault;
      if (this.#failedAt === null) this.#log.warn({ err, issuer }, 'the sign-in provider cannot be reached');
      this.#failedAt = Date.now();
      throw err;
    }
  }

  /**
   * A new configuration for each sign-in, because the library keeps the provider's keys with it: a key that the provider has replaced is
   * then not accepted for another five minutes, and a new one is known at once.
   */
  #configurationOf(metadata: ServerMetadata): Configuration {
    const { clientId, issuer } = this.#settings;
    const configuration = new Configuration(metadata, clientId, {}, this.#authenticationFor(metadata));
    configuration[customFetch] = boundedFetch(ANSWER_MILLISECONDS);
    configuration.timeout = ANSWER_MILLISECONDS / 1000;
    for (const extension of [...plainIfLocal(new URL(issuer)), enableNonRepudiationChecks]) extension(configuration);
    return configuration;
  }

  /** How the server proves at the provider's token endpoint who it is. Without a list of methods: OpenID Connect Core 1.0, 9. */
  #authenticationFor({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): ClientAuth {
    const { clientSecret } = this.#settings;
    if (clientSecret === null) return None();
    const isPostOnly = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic');
    return isPostOnly ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
  }

  #refusalOf(fault: unknown): OidcRefusal {
    const err = unreachableIn(fault) ?? fault;
    if (err instanceof OidcRefusal) return err;
    if (err instanceof ProviderUnreachableError) return new OidcRefusal('unreachable', { cause: err });
    if (err instanceof AuthorizationResponseError) return new OidcRefusal('denied', { cause: err });
    return new OidcRefusal('invalid', { cause: err });
  }
}

type Extension = (configuration: Configuration) => void;

/** The setting allows plain http to this machine only, and so does `boundedFetch`. */
function plainIfLocal(issuer: URL): Extension[] {
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to make it stand out, as its documentation says
  return issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
}

/** The library wraps the errors of the function with which it asks. */
function unreachableIn(fault: unknown): ProviderUnreachableError | null {
  if (fault instanceof ProviderUnreachableError) return fault;
  return fault instanceof Error && fault.cause !== undefined ? unreachableIn(fault.cause) : null;
}
