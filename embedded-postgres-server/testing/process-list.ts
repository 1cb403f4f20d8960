import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ListedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Running processes, except zombies, whose command line contains a text. */
export function processesWith(needle: string): ListedProcess[] {
  const lines = execFileSync('ps', ['-ww', '-axo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , state = '', command = '']) => !state.startsWith('Z') && command.includes(needle))
    .map(([, pid = '', , command = '']) => ({ pid: Number(pid), command }));
}

/** The pid of the server on a data directory, as written by PostgreSQL. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}
