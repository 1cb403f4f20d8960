import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The key that signs session cookies and capability addresses, if the configuration does not set one. It is made once and kept in
 * the data directory, readable only by the server's user.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'auth-secret');
  try {
    return await readSecret(file);
  } catch (fault) {
    if (!hasCode(fault, 'ENOENT')) throw fault;
  }
  const secret = randomBytes(32).toString('base64url');
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return secret;
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32)
    throw new Error(`${file} is damaged: remove it, and a new one is created (all users must then sign in again).`);
  return secret;
}

function hasCode(fault: unknown, code: string): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === code;
}
