import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS } from '#shared/two-factor-rules.ts';

const CODE_SECONDS = 30;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of one time step before and after the current one are accepted as well (RFC 6238, 5.2), because clocks differ. */
const STEPS_AROUND = 1;
const NAME = 'Lectern';

/** A new secret in base32, as people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string, host: string): string {
  return new TOTP({ ...optionsOf(secret), issuer: `${NAME} (${host})`, label: email }).toString();
}

/**
 * The time step of a code; null if it is wrong. All codes that could be right are compared in constant time.
 *
 * @param now in milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  // otpauth throws if characters need more than one byte.
  if (!/^[0-9]+$/.test(code)) return null;
  const totp = new TOTP(optionsOf(secret));
  const away = totp.validate({ token: code, timestamp: now, window: STEPS_AROUND });
  return away === null ? null : totp.counter({ timestamp: now }) + away;
}

function optionsOf(secret: string) {
  return { secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of authenticator apps for the database. The key comes from the secret of the server; the user is authenticated with it. */
export class SecretBox {
  readonly #key: Uint8Array;

  constructor(serverSecret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'lectern authenticator apps', 32));
  }

  seal(secret: string, userId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(userId));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Null if it was encrypted with another key, because the server has got a new secret, or for another user. */
  open(sealed: string, userId: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
