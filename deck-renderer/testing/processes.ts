import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The pids of the browsers that are children of a process, without their own children. */
export async function browsersBelow(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state = '']) => Number(parent) === pid && !state.startsWith('Z'))
    .map(([child]) => Number(child));
}
