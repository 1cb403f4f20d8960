/**
 * Takes the code out of the address: it travels in the fragment, which no server or proxy sees, and must not stay behind
 * in the history or on the screen.
 */
export function takePairingCode(): string | null {
  const code = location.hash.slice(1);
  if (code === '') return remembered;
  history.replaceState(history.state, '', location.pathname);
  remembered = code;
  return code;
}

/** It was good once. */
export function forgetPairingCode(): void {
  remembered = null;
}

/** For a page that mounts twice within one visit. */
let remembered: string | null = null;
