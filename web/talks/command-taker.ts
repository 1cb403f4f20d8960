interface PresentersWindows {
  /** This window. */
  clientId: string;
  /** Windows of this browser, as far as they are known. */
  siblings: ReadonlySet<string>;
  /** The presenter's windows anywhere, as the server sees them. */
  present: readonly string[];
  /** Whether this window speaks for its browser; null: browsers do not choose here (no Web Locks on plain http). */
  holdsLock: boolean | null;
  /** The window that moved the talk last. */
  movedBy: string;
}

/**
 * Whether this window carries out what a remote asks for. Exactly one of the presenter's windows shall, over all their
 * devices: of the browser that moved the talk last, or where that is gone, of the one whose window comes first by name.
 */
export function takesCommands({ clientId, siblings, present, holdsLock, movedBy }: PresentersWindows): boolean {
  if (holdsLock === false) return false;
  const ours = holdsLock === null ? new Set([clientId]) : new Set([clientId, ...siblings]);
  const all = new Set([...ours, ...present]);
  const leader = all.has(movedBy) ? movedBy : [...all].toSorted()[0];
  return leader !== undefined && ours.has(leader);
}
