/** How many websites a link can be limited to. A header of its page lists them. */
export const EMBED_ORIGINS_MAX = 20;
/** The longest scheme, a DNS name (RFC 1035) of at most 253 characters, a colon and a port of at most five digits. */
export const EMBED_ORIGIN_MAX = 'https://'.length + 253 + 6;

/**
 * Whether `text` is the origin of a website as browsers write it, and as a Content-Security-Policy can name it: a scheme, a DNS name or
 * IPv4 address in lower case, and the port unless it is the default one. IPv6 addresses have no form there.
 */
export function isEmbedOrigin(text: string): boolean {
  if (text.length > EMBED_ORIGIN_MAX || !/^https?:\/\/[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/.test(text)) return false;
  // Refuse forms that the browser would normalize, such as 127.1 and a:443: they would not match its own spelling.
  return URL.canParse(text) && new URL(text).origin === text;
}

/** The origin of the address of a website, also without a scheme. Null if it is none, or has no origin that a link can name. */
export function embedOriginOf(address: string): string | null {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const { origin } = new URL(whole);
  return isEmbedOrigin(origin) ? origin : null;
}
