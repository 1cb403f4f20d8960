import { randomInt } from 'node:crypto';

/** An address of its own for every request: limits count by address. */
export function aClientAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}
