import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What the system reports about a process that may not be our child. */
export interface ProcessEntry {
  /** The process is dead but its parent has not collected it. It holds no resources, but its pid still exists. */
  readonly zombie: boolean;
  /** Command line with the arguments separated by spaces; empty for a zombie. */
  readonly command: string;
}

const run = promisify(execFile);

/** Looks a pid up; null when there is no such process. */
export function lookUpProcess(pid: number): Promise<ProcessEntry | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<ProcessEntry | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // The process name in parentheses may contain any character, so the state follows the last parenthesis.
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return { zombie: state === 'Z' || state === 'X', command: command.replaceAll('\0', ' ').trim() };
  } catch {
    return null;
  }
}

async function fromPs(pid: number): Promise<ProcessEntry | null> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]);
    const [state = '', ...command] = stdout.trim().split(/\s+/);
    return state === '' ? null : { zombie: state.startsWith('Z'), command: command.join(' ') };
  } catch {
    return null;
  }
}

/** Sends a signal. Does nothing if the process has already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
