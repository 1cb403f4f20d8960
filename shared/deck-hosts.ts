/** How many hosts a viewer may allow a deck, and how long their names may be in all: they stand in a header of every answer. */
export const DECK_HOSTS_MAX = 16;
export const DECK_HOSTS_MAX_CHARACTERS = 500;
/** A DNS name has 253 characters at most; a port follows it. */
const LONGEST = 253 + 6;

/**
 * Whether this is a host as content policies name one: a name or IPv4 address in lower case, non-ASCII names in
 * punycode, with a port where it is not the usual one. No wildcards, and no IPv6, which policies do not know.
 */
export function isDeckHost(text: string): boolean {
  if (text.length > LONGEST || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/.test(text)) return false;
  // What the browser would write otherwise (127.1, a:443) is not the host's own name.
  return URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text;
}
