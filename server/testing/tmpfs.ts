import { execFileSync } from 'node:child_process';

/** Why no file system can be mounted here; null if it can. Root in a container often may not mount any. */
export const cannotMount = tryMount() ? null : 'mounting a tmpfs needs root';

function tryMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Mounts a disk of this size in bytes, which is in memory, at a directory. Returns a function that unmounts it. */
export function mountDisk(directory: string, bytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', directory]);
  return () => void execFileSync('umount', [directory]);
}

/** Makes a mounted disk read-only, or writable again. */
export function remount(directory: string, mode: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${mode}`, directory]);
}
