import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPassword as verifyOlder } from 'better-auth/crypto';
import { MIB } from '#shared/limits.ts';

/** What a hash costs: scrypt with N = 2^ln. */
interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet, scrypt: N = 2^17, r = 8, p = 1. One hash takes 128 MiB. */
export const COST: Cost = { ln: 17, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_MAX = 256 * MIB;

// The PHC string format: $scrypt$ln=17,r=8,p=1$salt$hash, both in base64.
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/=-]{1,128})\$([\w+/=-]{1,128})$/;

let current = COST;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Changes what new hashes cost. Only for tests: hashing took more of their time than what they test. */
export function setCost(cost: Cost): void {
  current = cost;
}

const beginningOf = ({ ln, r, p }: Cost): string => `$scrypt$ln=${ln},r=${r},p=${p}$`;

/** The hash of a password, as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  const cost = current;
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(password, salt, cost, KEY_BYTES);
  return `${beginningOf(cost)}${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Whether `hash` is a hash of `password`, in the current format or in that of earlier versions (better-auth's own). */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const [, ln, r, p, salt, key] = FORM.exec(hash) ?? [];
  if (salt === undefined || key === undefined) {
    // An older hash takes less time. The extra hash keeps the time from telling such an account from an unknown address.
    const [isRight] = await Promise.all([verifyOlder({ hash, password }), hashPassword(password)]);
    return isRight;
  }
  const kept = Buffer.from(key, 'base64');
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64'), cost, kept.length), kept);
}

/** Whether a hash was made with other parameters than new hashes are. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(beginningOf(current));
}

/** Passwords are normalized, because keyboards encode the same character in several ways (NIST SP 800-63B, 5.1.1.2). */
function keyOf(password: string, salt: Buffer, { ln, r, p }: Cost, bytes: number): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, bytes, { N: 2 ** ln, r, p, maxmem: MEMORY_MAX });
}
