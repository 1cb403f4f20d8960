import { readFile } from 'node:fs/promises';

/**
 * A user id without a name, a group and files, for a program that must not run as root.
 * @param preferred taken if it is free, otherwise the next one below it that is
 */
export async function freeUserId(preferred: number): Promise<number> {
  const taken = new Set([...(await idsIn('/etc/passwd')), ...(await idsIn('/etc/group'))]);
  let id = preferred;
  while (taken.has(id)) id -= 1;
  return id;
}

/** The third field of every line: the user id in passwd, the group id in group. */
export async function idsIn(file: '/etc/passwd' | '/etc/group'): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.map((line) => Number.parseInt(line.split(':')[2] ?? '', 10)).filter(Number.isInteger);
}
