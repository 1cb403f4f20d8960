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

/**
 * Refuses the passwords that attackers try first, ignoring case. The list is read when it is first needed.
 *
 * @param field the member of the body that holds the password
 * @throws AppError VALIDATION_FAILED with the reason COMMON_PASSWORD
 */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  const message = 'This is one of the 10,000 most common passwords, which attackers try first. Choose another one.';
  throw new AppError('VALIDATION_FAILED', message, { issues: [{ path: field, message }], reason: 'COMMON_PASSWORD' });
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await (list ??= read())).has(password.toLowerCase());
}
