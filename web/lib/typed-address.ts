/** An address as people type it: browsers add `https://` themselves. */
export function typedAddress(url: string): string {
  return url.replace(/^https:\/\//, '');
}
