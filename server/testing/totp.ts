import { createHmac } from 'node:crypto';

const STEP_MILLISECONDS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code of an authenticator app, computed from RFC 6238 and RFC 4226 without the library that the server uses.
 *
 * @param secret in base32
 * @param away how many steps of 30 seconds before (negative) or after the current one
 */
export function codeOf(secret: string, away = 0, now = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MILLISECONDS) + away));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const value = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(value % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
