export interface SignInSearch {
  /** Where to go afterwards. */
  to?: string;
}

/** Only paths of our own: a sign-in link must not lead to somebody else's site. */
export function readSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { to } = search;
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {};
}
