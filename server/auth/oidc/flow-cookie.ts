import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { OwnCookie } from '#server/auth/own-cookie.ts';

/** A sign-in must be finished within this time. */
export const FLOW_SECONDS = 600;

const flowSchema = z.object({
  /** Sent to the provider, which returns it with the browser. */
  state: z.string(),
  /** Sent to the provider, which puts it into the ID token. */
  nonce: z.string(),
  /** Proves to the provider that the code is exchanged by who has begun (RFC 7636). */
  verifier: z.string(),
  /** Where the provider sends the browser back to. */
  redirectUri: z.string(),
  /** Where the person goes then: a path of this application. */
  to: z.string(),
  inviteToken: z.string().nullable(),
});

/** A sign-in that has begun. */
export type Flow = z.infer<typeof flowSchema>;

interface Dependencies {
  readonly secret: string;
  readonly isSecure: boolean;
}

/**
 * Keeps a sign-in that has begun in the browser, encrypted (RFC 7516), so that it can only be finished in the browser that has begun it
 * and needs no row for everyone who does not finish it. A later one replaces it.
 */
export class FlowCookie {
  readonly #key: Uint8Array;
  readonly #cookie: OwnCookie;

  constructor({ secret, isSecure }: Dependencies) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'lectern oidc flow', 32));
    this.#cookie = new OwnCookie({ name: 'lectern_oidc', path: '/', seconds: FLOW_SECONDS, isSecure });
  }

  /** The `Set-Cookie` line. */
  async write(flow: Flow): Promise<string> {
    const value = await new EncryptJWT({ ...flow })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(`${FLOW_SECONDS}s`)
      .encrypt(this.#key);
    return this.#cookie.write(value);
  }

  /** The sign-in in a `Cookie` header; null if there is none, it is too old, or this server has not made it. */
  async read(header: string | undefined): Promise<Flow | null> {
    const value = this.#cookie.read(header);
    if (value === null) return null;
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const opened = await jwtDecrypt(value, this.#key, options).catch(() => null);
    return flowSchema.safeParse(opened?.payload).data ?? null;
  }

  /** The `Set-Cookie` line that removes it. */
  clear(): string {
    return this.#cookie.clear();
  }
}
