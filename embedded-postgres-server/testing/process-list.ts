import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterNameOf } from '../src/layout.ts';

export interface ListedProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The running processes of the server in a directory and of its guard. Zombies are not listed.
 *
 * @param name as given to `startEmbeddedPostgres`
 */
export function processesOf(directory: string, name: string): ListedProcess[] {
  const clusterName = clusterNameOf(directory, name);
  const lines = execFileSync('ps', ['-ww', '-axo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , state = '', command = '']) => !state.startsWith('Z') && command.includes(clusterName))
    .map(([, pid = '', , command = '']) => ({ pid: Number(pid), command }));
}

/** The pid of the server in a directory, as written by PostgreSQL. */
export function serverPid(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}
