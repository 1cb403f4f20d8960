import { readFile } from 'node:fs/promises';

const SAMPLE_EVERY_MS = 20;

/** The resident memory of a process in megabytes. Reads /proc, so it only works on Linux. */
export async function residentMb(pid: number): Promise<number> {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

/** Does some work, and measures the resident memory of a process before it and the most of it meanwhile, in megabytes. */
export async function memoryDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; before: number; peak: number }> {
  const before = await residentMb(pid);
  let peak = before;
  const sampling = setInterval(() => void residentMb(pid).then((now) => (peak = Math.max(peak, now))), SAMPLE_EVERY_MS);
  try {
    const result = await work();
    return { result, before, peak };
  } finally {
    clearInterval(sampling);
  }
}
