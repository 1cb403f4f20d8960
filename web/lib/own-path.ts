/** Control characters and backslashes: browsers drop the ones and take the others for slashes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const MISREAD = /[\u0000-\u0020\u007f\\]/;
/** Deeper encodings are refused as well: no page of ours has any. */
const DECODINGS = 3;

/**
 * A path of this application, as a link may name it; null for everything else. An address that another site could hide in is
 * refused in every reading: as it is written, as a browser resolves it, and decoded.
 */
export function ownPath(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return null;
  const base = 'https://own.invalid';
  const resolved = URL.parse(wanted, base);
  if (resolved === null || resolved.origin !== base) return null;
  let path = wanted.split(/[?#]/, 1)[0] ?? '';
  for (let times = 0; times < DECODINGS; times++) {
    if (path.startsWith('//') || MISREAD.test(path)) return null;
    const decoded = decodedOnce(path);
    if (decoded === path) return resolved.pathname.startsWith('//') ? null : resolved.href.slice(base.length);
    if (decoded === null) return null;
    path = decoded;
  }
  return null;
}

function decodedOnce(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
