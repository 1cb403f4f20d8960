import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name of the session cookie. */
export function sessionCookieName(isSecure: boolean): string {
  // The `__Host-` prefix prevents other hosts from setting the cookie. Browsers accept it over https only.
  return isSecure ? '__Host-lectern_session' : 'lectern_session';
}

/**
 * The session token in a `Cookie` header; null if there is none or its signature is wrong. The auth library writes the cookie as
 * `<token>.<HMAC-SHA-256 of the token in base64>`, percent-encoded.
 */
export function sessionTokenOf(header: string, name: string, secret: string): string | null {
  const value = valueOf(header, name);
  const end = value?.lastIndexOf('.') ?? -1;
  if (value === null || end < 1) return null;
  const token = value.slice(0, end);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(end + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function valueOf(header: string, name: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
