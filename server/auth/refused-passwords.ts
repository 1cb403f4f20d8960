import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#server/errors.ts';

/** One password per line. The file names its source. */
const FILE = path.join(import.meta.dirname, 'refused-passwords.txt');

let list: Promise<ReadonlySet<string>> | undefined;

async function read(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(FILE, 'utf8')).split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')));
}

/** The product. Shorter names of people and organizations are part of too much else. */
const PRODUCT = 'lectern';
const NAME_MIN_LETTERS = 4;

/**
 * Refuses the passwords that attackers try first, ignoring case: the common ones, and those that have no letters but the name of the product, of
 * the person or of their organization (`Lectern123!`). Both names are those of the email address. The list is read when it is first needed.
 *
 * @param field the member of the body that holds the password
 * @throws AppError VALIDATION_FAILED with the reason COMMON_PASSWORD or OBVIOUS_PASSWORD
 */
export async function refuseGuessablePassword(password: string, field: string, email: string): Promise<void> {
  const fault = await faultOfPassword(password, email);
  if (fault === null) return;
  const { reason, message } = fault;
  throw new AppError('VALIDATION_FAILED', message, { issues: [{ path: field, message }], reason });
}

/** Why a password is one of those that attackers try first; null if it is not. */
export async function faultOfPassword(password: string, email: string): Promise<{ reason: string; message: string } | null> {
  if ((await (list ??= read())).has(password.toLowerCase())) {
    const message = 'This is one of the 10,000 most common passwords, which attackers try first. Choose another one.';
    return { reason: 'COMMON_PASSWORD', message };
  }
  if (!isObvious(password, email)) return null;
  const message = 'This is little more than a name that attackers know. Choose another password.';
  return { reason: 'OBVIOUS_PASSWORD', message };
}

function isObvious(password: string, email: string): boolean {
  const letters = lettersOf(password);
  const [person = '', host = ''] = email.split('@');
  // Without the top-level domain.
  const names = [person, ...host.split('.').slice(0, -1)].map(lettersOf).filter((name) => name.length >= NAME_MIN_LETTERS);
  // Also if it is there several times.
  return [PRODUCT, ...names].some((name) => letters !== '' && letters.replaceAll(name, '') === '');
}

const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\P{L}/gu, '');
