import { tagsOf } from '../html/tags.ts';

const LOADING = /^(?:src|srcset|poster|data-src|data-background(?:-image|-video|-iframe)?)$/;
const HOST = /(?:https?:)?\/\/([^/\s"'?#]+)/gi;

/** One remark on the hosts that a document loads from, none where it loads only its own files. */
export function outsideHosts(html: string): string[] {
  const hosts = new Set<string>();
  for (const tag of tagsOf(html)) {
    for (const [name, value] of tag.attributes) {
      if (!LOADING.test(name) && !(tag.name === 'link' && name === 'href')) continue;
      for (const [, host = ''] of value.matchAll(HOST)) hosts.add(host.toLowerCase());
    }
  }
  if (hosts.size === 0) return [];
  return [`Loads from ${[...hosts].toSorted().join(', ')}: a player may block that; put those files into the deck to be sure.`];
}
