import { createHash, randomBytes } from 'node:crypto';

/** A fresh secret of 256 bits, in a form that fits an address. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret token, and what it is looked up by: its SHA-256. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
