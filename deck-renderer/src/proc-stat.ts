import { readFile } from 'node:fs/promises';

/** What Linux tells about a process. */
export interface ProcessStat {
  /** Pid of the process that started it. */
  readonly parent: number;
  /** Its process group: the pid of the process that leads it. */
  readonly group: number;
}

/** Reads `/proc/<pid>/stat` (proc_pid_stat(5)); null if the process has ended or there is no `/proc`. */
export async function processStat(pid: number): Promise<ProcessStat | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name of the process in parentheses may contain any character; state, parent and group follow it.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}
