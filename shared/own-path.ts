import { decoded } from './decoded.ts';

/** Control characters and backslashes: browsers ignore the former and treat the latter as slashes. */
// oxlint-disable-next-line no-control-regex -- the expression looks for control characters
const MISREAD = /[\u0000-\u0020\u007f\\]/;
/** More deeply encoded paths are refused, because no path of the application has any. */
const DECODINGS = 3;

/**
 * Returns a path of this application from a link, or null for anything else. The value must be safe as written, as a browser
 * resolves it, and decoded, so that it cannot lead to another site.
 */
export function ownPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return null;
  const base = 'https://own.invalid';
  const resolved = URL.parse(wanted, base);
  if (resolved === null || resolved.origin !== base) return null;
  let path = wanted.split(/[?#]/, 1)[0] ?? '';
  for (let times = 0; times < DECODINGS; times++) {
    if (path.startsWith('//') || MISREAD.test(path)) return null;
    const once = decoded(path);
    if (once === path) return resolved.pathname.startsWith('//') ? null : resolved.href.slice(base.length);
    if (once === null) return null;
    path = once;
  }
  return null;
}
