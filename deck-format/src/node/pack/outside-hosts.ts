import { tagsOf } from '../html/tags.ts';

const LOADING = /^(?:src|srcset|poster|data-src|data-background(?:-image|-video|-iframe)?)$/;
const HOST = /(?:https?:)?\/\/([^/\s"'?#]+)/gi;

/** A remark on the external hosts that a document loads from, or no remark if it loads only its own files. */
export function outsideHosts(html: string): string[] {
  const hosts = new Set<string>();
  for (const tag of tagsOf(html)) {
    for (const [name, value] of tag.attributes) {
      if (!LOADING.test(name) && !(tag.name === 'link' && name === 'href')) continue;
      for (const [, host = ''] of value.matchAll(HOST)) hosts.add(host.toLowerCase());
    }
  }
  if (hosts.size === 0) return [];
  return [
    `Loads from ${[...hosts].toSorted().join(', ')}: a player may block these requests. Add the files to the deck to avoid this.`,
  ];
}
