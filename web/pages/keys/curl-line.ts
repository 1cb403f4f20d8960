import type { KeyAccess } from '#shared/keys.ts';

interface CurlLine {
  key: string;
  access: KeyAccess;
  origin: string;
}

/** The shortest command that shows what the key is good for: it lists decks, or uploads one. */
export function curlLine({ key, access, origin }: CurlLine): string {
  const upload = access === 'full' ? '-F file=@talk.stage ' : '';
  return `curl -H "Authorization: Bearer ${key}" ${upload}${origin}/api/decks`;
}
