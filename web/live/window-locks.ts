import { clientId } from './client-id.ts';

const PREFIX = 'lectern-window-';

/** Null where the browser has none: Web Locks need a secure context, and plain http on a local network is not one. */
export const webLocks: LockManager | null = (globalThis.navigator as Navigator | undefined)?.locks ?? null;

let held = false;

/** From now on other windows can tell that this one is there: by a lock that goes with it, however it ends. */
export function holdWindowLock(): void {
  if (held || webLocks === null) return;
  held = true;
  void webLocks.request(PREFIX + clientId, () => new Promise<never>(() => {}));
}

/** Resolves when that window is gone; never, where nobody can tell. */
export async function windowGone(id: string, signal: AbortSignal): Promise<boolean> {
  if (webLocks === null) return false;
  try {
    return await webLocks.request(PREFIX + id, { signal }, () => true);
  } catch {
    return false;
  }
}

/** The windows that are there, this one among them; null where nobody can tell. */
export async function windowsThere(): Promise<ReadonlySet<string> | null> {
  if (webLocks === null) return null;
  const { held: locks = [] } = await webLocks.query();
  const names = locks.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : []));
  return new Set([...names, clientId]);
}
