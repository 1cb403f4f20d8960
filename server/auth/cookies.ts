/** The value of a cookie in a `Cookie` header; null when it is missing. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
