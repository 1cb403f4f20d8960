import { randomBytes } from 'node:crypto';

/** Letters, digits, `_` and `-`, in segments parted by `/`: a key needs no escaping in a file name, in an address or in a log. */
const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;

/** With the fan-out's prefix it still fits the 255 bytes that file systems allow one name. */
const KEY_MAX = 200;

/** 160 random bits: nobody guesses such a key, and no two uploads ever meet on one. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex');
}

export function isBlobKey(text: string): boolean {
  return text.length <= KEY_MAX && KEY.test(text);
}

/** Returns the key itself. Throws `TypeError`: keys are made by us, so a bad one is a fault of the program. */
export function checkedKey(key: string): string {
  if (!isBlobKey(key)) throw new TypeError(`Not a blob key: ${JSON.stringify(key)}`);
  return key;
}
