import type { Frame } from 'playwright-core';
import { z } from 'zod';
import { slideUrl } from '../../../web/stage/frames/slide-url.ts';
import type { DeckToRender } from '../protocol.ts';
import { inTime, raced } from '../raced.ts';

const LINKS_MAX = 500;
const ADDRESS_MAX = 4096;
/** Finding the links of a slide may take this part of the time for a slide. */
const READING = 1 / 4;

const pixels = z.number().min(-100_000).max(100_000);
const linksSchema = z
  .array(z.strictObject({ href: z.string().max(ADDRESS_MAX), x: pixels, y: pixels, width: pixels, height: pixels }))
  .max(LINKS_MAX);

/** A part of a slide that is a link, in its pixels from the upper left corner. Untrusted. */
export type SlideLink = z.infer<typeof linksSchema>[number];

/**
 * Finds the links that people can click on the slide that the frame shows. A document that cannot be read in time has none.
 * @param slideMs the time for a slide
 * @throws the signal's reason
 */
export async function linksOn(frame: Frame, slideMs: number, signal: AbortSignal): Promise<readonly SlideLink[]> {
  const finding = frame.evaluate(findLinks, [LINKS_MAX, ADDRESS_MAX] as const);
  const found: unknown = await raced(finding, inTime(signal, slideMs * READING)).catch(() => []);
  signal.throwIfAborted();
  // The deck may have replaced any function of its document.
  return linksSchema.safeParse(found).data ?? [];
}

/** Runs in the document. */
function findLinks([countMax, lengthMax]: readonly [number, number]): SlideLink[] {
  const found: SlideLink[] = [];
  const linkAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (let inner = hit; inner?.shadowRoot; hit = inner) inner = inner.shadowRoot.elementFromPoint(x, y);
    return hit?.closest('a') ?? null;
  };
  const search = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) search(element.shadowRoot);
      if (element.localName !== 'a' || found.length >= countMax) continue;
      const address = element.getAttribute('href') ?? element.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
      const url = address === null ? null : URL.parse(address, document.baseURI);
      if (url === null || url.href.length > lengthMax) continue;
      // An inline link around a picture has only the boxes of a line of text.
      const boxes = [element, ...element.children].flatMap((part) => [...part.getClientRects()]).slice(0, 100);
      const first = found.length;
      for (const { left, top, right, bottom } of boxes) {
        const [x, y] = [Math.max(0, left), Math.max(0, top)];
        const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
        if (width <= 0 || height <= 0 || found.length >= countMax) continue;
        const [middle, center] = [x + width / 2, y + height / 2];
        const isKnown = found
          .slice(first)
          .some((box) => middle > box.x && middle < box.x + box.width && center > box.y && center < box.y + box.height);
        if (!isKnown && linkAt(middle, center) === element) found.push({ href: url.href, x, y, width, height });
      }
    }
  };
  search(document);
  return found;
}

/** Where a link leads: to an address, or to a fragment of a document of the deck. */
export type LinkTarget = { readonly address: string } | { readonly file: string; readonly hash: string };

/**
 * Where a link leads from a slide of the package.
 * @returns null if it would lead nowhere in a PDF, such as to another file of the package, or to a place on the same slide
 */
export function targetOf({ href }: SlideLink, from: number, { baseUrl, slides, hasOwnRuntime }: DeckToRender): LinkTarget | null {
  const url = URL.parse(href);
  if (url === null) return null;
  if (url.origin === new URL(baseUrl).origin && url.protocol !== 'mailto:') {
    const slide = slides.find(({ file }) => new URL(slideUrl(baseUrl, file)).pathname === url.pathname);
    if (slide === undefined || (slide.file === slides[from]?.file && (!hasOwnRuntime || url.hash === ''))) return null;
    return { file: slide.file, hash: url.hash };
  }
  return /^(?:https?|mailto):$/.test(url.protocol) ? { address: url.href } : null;
}
