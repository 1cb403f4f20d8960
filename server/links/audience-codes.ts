import { randomInt } from 'node:crypto';

/** Digits and letters that no one takes for another one. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 8;
const FORM = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/**
 * A code for the short address of a link that is open for an audience: some 40 bits. It is valid for the time of a talk, and guesses are
 * limited.
 */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The code that someone has typed, in any case and with or without hyphens; null if it cannot be one. */
export function readCode(typed: string): string | null {
  if (typed.length > 2 * LENGTH) return null;
  const code = typed.toLowerCase().replaceAll('-', '');
  return FORM.test(code) ? code : null;
}
