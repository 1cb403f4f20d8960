import type { SlideFiles } from '#web/stage/position/slide-runs.ts';
import { decoded } from '#shared/decoded.ts';

/** Where a link in a slide leads. */
export type LinkTarget =
  /** To a slide of the deck, in another document. */
  | { readonly is: 'slide'; readonly index: number }
  /** To another file of the package. */
  | { readonly is: 'file'; readonly name: string; readonly href: string }
  | { readonly is: 'site'; readonly name: string; readonly href: string }
  | { readonly is: 'mail'; readonly name: string; readonly href: string };

/** The target of a link; null for addresses that the player does not open. Deck code can send anything. */
export function linkTarget(href: string, baseUrl: string, slides: SlideFiles): LinkTarget | null {
  const address = URL.parse(href);
  if (address === null || address.username !== '' || address.password !== '') return null;
  const path = packagePath(address, baseUrl);
  if (path !== null) {
    const index = slides.findIndex(({ file }) => file.normalize() === path.normalize());
    return index < 0 ? { is: 'file', name: path, href: address.href } : { is: 'slide', index };
  }
  if (/^https?:$/.test(address.protocol)) return { is: 'site', name: address.host, href: address.href };
  if (address.protocol === 'mailto:')
    return { is: 'mail', name: decoded(address.pathname) ?? address.pathname, href: address.href };
  return null;
}

/** The index of the slide whose document has this path on our server; -1 if there is none. */
export function slideAtPath(path: string, baseUrl: string, slides: SlideFiles): number {
  const address = URL.parse(path, baseUrl);
  const file = address === null ? null : packagePath(address, baseUrl);
  return file === null ? -1 : slides.findIndex((slide) => slide.file.normalize() === file.normalize());
}

/** The package path of an address below the deck's playback address; null for other addresses. */
function packagePath({ origin, pathname }: URL, baseUrl: string): string | null {
  const base = new URL(baseUrl);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  const path = pathname.slice(base.pathname.length);
  return decoded(path) ?? path;
}
