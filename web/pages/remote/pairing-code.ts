/**
 * Reads the pairing code and removes it from the address. It is in the fragment, which is not sent to servers or proxies, and it
 * must not stay in the history or on the screen.
 */
export function takePairingCode(): string | null {
  const code = location.hash.slice(1);
  if (code === '') return remembered;
  history.replaceState(history.state, '', location.pathname);
  remembered = code;
  return code;
}

/** A code can be used only once. */
export function forgetPairingCode(): void {
  remembered = null;
}

/** For pages that mount twice, as React does in development. */
let remembered: string | null = null;
