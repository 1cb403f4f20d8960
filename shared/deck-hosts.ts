/**
 * Maximum number of hosts that a viewer can allow a deck, and of characters in their names. Every response of the deck lists them
 * in a header.
 */
export const DECK_HOSTS_MAX = 16;
export const DECK_HOSTS_MAX_CHARACTERS = 500;
/** A DNS name (RFC 1035) of at most 253 characters, a colon and a port of at most five digits. */
const HOST_MAX = 253 + 6;

/**
 * Whether `text` is a host as it is written in a Content-Security-Policy: a DNS name or IPv4 address in lower case, with the port
 * unless it is the default port of HTTPS. Non-ASCII names must be in Punycode. Wildcards are refused, and IPv6 addresses, which
 * Content-Security-Policy does not support.
 */
export function isDeckHost(text: string): boolean {
  if (text.length > HOST_MAX || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/.test(text)) return false;
  // Refuse forms that the browser would normalize, such as 127.1 and a:443: they would not match its own spelling.
  return URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text;
}
