import { createHash, randomBytes } from 'node:crypto';

/** A new random secret of 256 bits that is safe in a URL. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of a secret token: it is stored instead of the token, and the token is looked up by it. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
