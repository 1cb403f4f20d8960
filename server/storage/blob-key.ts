import { randomBytes } from 'node:crypto';

/** Lower-case letters, digits, `_` and `-`, in segments separated by `/`. A key needs no escaping in file names, addresses and logs. */
const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;

/** A file name of this length is within the limit of file systems, 255 bytes. */
const KEY_MAX = 200;

/** 160 random bits, so that keys cannot be guessed and never collide. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex');
}

export function isBlobKey(text: string): boolean {
  return text.length <= KEY_MAX && KEY.test(text);
}

/** Returns the key itself. Throws `TypeError`: the server creates all keys, so an invalid one is a fault of the program. */
export function checkedKey(key: string): string {
  if (!isBlobKey(key)) throw new TypeError(`Not a blob key: ${JSON.stringify(key)}`);
  return key;
}
