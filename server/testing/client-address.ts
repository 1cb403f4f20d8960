import { randomInt } from 'node:crypto';

/** A new address for each call, because limits count by address. */
export function aClientAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}
