import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Logger } from 'pino';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Client } from '#server/auth/client.ts';
import type { Admission, SessionOpener } from '#server/auth/session-opener.ts';
import { ownPath } from '#shared/own-path.ts';
import type { Flow } from './flow-cookie.ts';
import type { Identities } from './identities.ts';
import type { OidcProvider } from './oidc-provider.ts';
import { OidcRefusal } from './refusal.ts';

interface Dependencies {
  readonly provider: OidcProvider;
  readonly identities: Identities;
  readonly opener: SessionOpener;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly log: Logger;
}

/** What a person wants when they begin. */
interface FlowWish {
  readonly to?: string | undefined;
  readonly inviteToken?: string | undefined;
  readonly asksAgain: boolean;
}

/** Signing in with the provider. */
export class OidcService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Begins a sign-in. The flow must be kept in the browser until the provider sends it back.
   *
   * @param redirectUri where the provider sends the browser back to
   * @throws OidcRefusal when the provider cannot be reached
   */
  async begin({ to, inviteToken, asksAgain }: FlowWish, redirectUri: string): Promise<{ url: string; flow: Flow }> {
    const flow: Flow = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      redirectUri,
      to: ownPath(to) ?? '/',
      inviteToken: inviteToken ?? null,
    };
    const url = await this.#dependencies.provider.signInUrl({ ...flow, asksAgain }).catch((cause: unknown) => {
      throw new OidcRefusal('unreachable', { cause });
    });
    return { url: url.href, flow };
  }

  /**
   * Finishes a sign-in with the provider's answer: identifies the person, finds or creates their account and opens a session.
   *
   * @param query of the address to which the provider has sent the browser
   * @throws OidcRefusal, which is also recorded
   */
  async finish(query: URLSearchParams, flow: Flow, client: Client): Promise<Admission> {
    try {
      return await this.#enter(query, flow, client);
    } catch (fault) {
      if (fault instanceof OidcRefusal) await this.#record(fault);
      throw fault;
    }
  }

  async #enter(query: URLSearchParams, flow: Flow, client: Client): Promise<Admission> {
    const { provider, identities, opener, revocations } = this.#dependencies;
    const identity = await provider.identify(query, flow);
    const { userId, roleChanged } = await identities.admit(identity, flow.inviteToken);
    if (roleChanged) await revocations.announce();
    const admission = await opener.signIn(userId, client, ['provider'], () => identities.has(identity, userId));
    if (admission === null) throw new OidcRefusal('disabled', { email: identity.email });
    return admission;
  }

  async #record(refusal: OidcRefusal): Promise<void> {
    const { reason, email, cause } = refusal;
    this.#dependencies.log.info({ reason, causes: messagesOf(cause) }, 'a sign-in with the provider was refused');
    await this.#dependencies.trail.record({
      kind: 'session.refused',
      actor: null,
      details: { email, factor: 'provider', reason },
    });
  }
}

/** The messages of an error and of its causes. Other parts of the library's errors contain codes and tokens, which must not be logged. */
function messagesOf(fault: unknown): string[] {
  return fault instanceof Error ? [fault.message, ...messagesOf(fault.cause)] : [];
}
