import { readdirSync } from 'node:fs';
import { processStat, readOfProcess } from './proc-stat.ts';

const PAGE_BYTES = 4096;

/**
 * Memory of a process and all of its descendants in bytes, without the pages that they share with others. Null where there is no /proc
 * (macOS).
 */
export function memoryOfTree(root: number): number | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = processStat(pid);
    if (stat !== null) parents.set(pid, stat.parent);
  }
  const isInside = (pid: number): boolean => pid === root || (parents.has(pid) && isInside(parents.get(pid) ?? 0));
  let bytes = 0;
  for (const pid of parents.keys()) {
    if (!isInside(pid)) continue;
    const [, resident = 0, shared = 0] = (readOfProcess(pid, 'statm') ?? '').split(' ').map(Number);
    bytes += (resident - shared) * PAGE_BYTES;
  }
  return bytes;
}
