import type { IncomingHttpHeaders } from 'node:http';

/**
 * What a visitor got for the password of a link, as they send it: `Authorization: Link <grant>`. Null if there is none. The scheme name
 * is not case-sensitive (RFC 9110, 11.1).
 */
export function linkGrantOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  const [, grant] = /^link +(\S{1,128})$/i.exec(authorization ?? '') ?? [];
  return grant ?? null;
}
