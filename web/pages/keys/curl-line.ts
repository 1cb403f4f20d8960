import type { KeyAccess } from '#shared/keys.ts';

interface CurlLine {
  key: string;
  access: KeyAccess;
  origin: string;
}

/** A short curl command to try the key: it lists decks, or uploads one if the key allows it. */
export function curlLine({ key, access, origin }: CurlLine): string {
  const upload = access === 'full' ? '-F file=@talk.stage ' : '';
  return `curl -H "Authorization: Bearer ${key}" ${upload}${origin}/api/decks`;
}
