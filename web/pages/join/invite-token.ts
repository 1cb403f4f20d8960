/**
 * Reads the invite token and removes it from the address. It is in the fragment, which is not sent to servers or proxies, and it
 * must not stay in the history or on a shared screen.
 */
export function takeInviteToken(): string | null {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token === '') return remembered;
  history.replaceState(history.state, '', location.pathname);
  remembered = token;
  return token;
}

/** For pages that mount twice, as React does in development. */
let remembered: string | null = null;
