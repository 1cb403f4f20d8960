/**
 * Takes the token out of the address: it travels in the fragment, which no server or proxy sees, and
 * must not stay behind in the history or on a shared screen.
 */
export function takeInviteToken(): string | null {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token === '') return remembered;
  history.replaceState(history.state, '', location.pathname);
  remembered = token;
  return token;
}

/** For a page that mounts twice within one visit. */
let remembered: string | null = null;
