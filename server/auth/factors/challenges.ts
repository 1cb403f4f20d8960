import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a person may take to unlock a key. */
export const CHALLENGE_SECONDS = 300;

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const TAG_BYTES = 32;

/**
 * Challenges for keys (Web Authentication Level 3, 13.4.3). They are signed and have an end, so that nothing is stored for a ceremony that is not finished.
 * The caller must make sure that each is accepted only once.
 */
export class Challenges {
  readonly #key: Uint8Array;

  constructor(serverSecret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'lectern passkey challenges', 32));
  }

  /**
   * A new challenge in base64url.
   *
   * @param purpose what it is good for, for example the addition of a key by one user
   */
  issue(purpose: string): string {
    const head = Buffer.alloc(NONCE_BYTES + EXPIRY_BYTES);
    randomBytes(NONCE_BYTES).copy(head);
    head.writeUIntBE(Date.now() + CHALLENGE_SECONDS * 1000, NONCE_BYTES, EXPIRY_BYTES);
    return Buffer.concat([head, this.#tag(head, purpose)]).toString('base64url');
  }

  /** Whether a challenge was issued for the purpose, not too long ago. */
  isGood(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + TAG_BYTES) return false;
    const head = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(head.length), this.#tag(head, purpose));
    return isOurs && head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) > Date.now();
  }

  #tag(head: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(purpose).digest();
  }
}

/** Names the challenge that a key has signed, for the limit that lets it be used once. The bytes count, because base64url can write the same ones in several ways. */
export function challengeKeyOf({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  return createHash('sha256').update(Buffer.from(response.clientDataJSON, 'base64url')).digest('hex');
}
