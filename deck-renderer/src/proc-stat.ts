import { readFileSync } from 'node:fs';

/** What Linux tells about a process. */
export interface ProcessStat {
  /** Pid of the process that started it. */
  readonly parent: number;
  /** Its process group: the pid of the process that leads it. */
  readonly group: number;
}

/** Reads `/proc/<pid>/stat` (proc_pid_stat(5)); null if the process has ended or there is no `/proc`. */
export function processStat(pid: number): ProcessStat | null {
  const stat = readOfProcess(pid, 'stat');
  if (stat === null) return null;
  // The name of the process in parentheses may contain any character; state, parent and group follow it.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

/**
 * Reads a file of a process below `/proc`; null if the process has ended or there is no `/proc`. The kernel has it at once: on another thread,
 * reading would take several times as much of a processor.
 */
export function readOfProcess(pid: number, file: 'stat' | 'statm'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
