import { decoded } from '#shared/decoded.ts';

/**
 * Reads the token of a link and removes it from the address. It is in the fragment, which is not sent to servers or proxies, and it
 * must not stay in the history or on a shared screen. Null if there is none.
 */
export function takeSecretInAddress(): string | null {
  const fragment = location.hash.slice(1);
  // A damaged token is sent as it is: the server says that the link is not valid.
  const token = decoded(fragment) ?? fragment;
  if (token === '') return remembered?.pathname === location.pathname ? remembered.token : null;
  history.replaceState(history.state, '', location.pathname);
  remembered = { pathname: location.pathname, token };
  return token;
}

/** For pages that mount twice, as React does in development. */
let remembered: { readonly pathname: string; readonly token: string } | null = null;
