interface PresentersWindows {
  /** This window. */
  clientId: string;
  /** The other known windows of this browser. */
  siblings: ReadonlySet<string>;
  /** All windows of the presenter, on any device, as the server reports them. */
  present: readonly string[];
  /** Whether this window represents its browser; null if Web Locks are not available (plain http). */
  holdsLock: boolean | null;
  /** The window that moved the talk last. */
  movedBy: string;
}

/**
 * Whether this window runs a command of a remote. Exactly one of the presenter's windows on all devices must: a window of the
 * browser that moved the talk last, or, if that is gone, the browser with the first window id.
 */
export function takesCommands({ clientId, siblings, present, holdsLock, movedBy }: PresentersWindows): boolean {
  if (holdsLock === false) return false;
  const ours = holdsLock === null ? new Set([clientId]) : new Set([clientId, ...siblings]);
  const all = new Set([...ours, ...present]);
  const leader = all.has(movedBy) ? movedBy : [...all].toSorted()[0];
  return leader !== undefined && ours.has(leader);
}
