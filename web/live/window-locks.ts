import { clientId } from './client-id.ts';

const PREFIX = 'lectern-window-';

/** Null if the browser has no Web Locks. They need a secure context, which plain http on a local network is not. */
export const webLocks: LockManager | null = (globalThis.navigator as Navigator | undefined)?.locks ?? null;

let held: Promise<void> | null = null;

/**
 * Holds a lock for this window, so that other windows can tell that it exists. The browser releases the lock however the window
 * ends.
 *
 * @returns a promise that resolves when the lock is held; null if the browser has no locks
 */
export function holdWindowLock(): Promise<void> | null {
  if (held !== null || webLocks === null) return held;
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  void webLocks.request(PREFIX + clientId, () => {
    resolve();
    return new Promise<never>(() => {});
  });
  return held;
}

/** Resolves with true when that window is gone; with false if this cannot be determined. */
export async function windowGone(id: string, signal: AbortSignal): Promise<boolean> {
  if (webLocks === null) return false;
  try {
    // Shared, so that `windowsThere` does not take it for the window's own lock.
    return await webLocks.request(PREFIX + id, { mode: 'shared', signal }, () => true);
  } catch {
    return false;
  }
}

/** The ids of all open windows, including this one; null if they cannot be determined. */
export async function windowsThere(): Promise<ReadonlySet<string> | null> {
  if (webLocks === null) return null;
  const { held: locks = [] } = await webLocks.query();
  const own = locks.filter(({ name, mode }) => name?.startsWith(PREFIX) === true && mode === 'exclusive');
  const names = own.map(({ name = '' }) => name.slice(PREFIX.length));
  return new Set([...names, clientId]);
}
