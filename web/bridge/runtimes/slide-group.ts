/** Elements that are the slides of a document, by their structure. */
export interface SlideGroup {
  readonly slides: readonly HTMLElement[];
  /** The element that scrolls from slide to slide; null if another mechanism shows them. */
  readonly scroller: Element | null;
}

/** Part of the window that a slide must cover in both directions. */
const LARGE = 0.6;
/** Documents with more elements are not searched completely. */
const PARENTS_MAX = 3000;
const DEPTH_MAX = 8;
const NO_SLIDES =
  'script, style, template, link, meta, noscript, nav, header, footer, dialog, li, option, tr, td, span, a, br, img';

/** The slides of a document without a known runtime, found by their structure; null if nothing looks like slides. */
export function findGroup(): SlideGroup | null {
  const [best] = candidates();
  return best ?? null;
}

/** All sets of elements that could be the slides, the most likely first. */
function candidates(): SlideGroup[] {
  if (document.body === null) return [];
  const found: (SlideGroup & { depth: number })[] = [];
  const search = (parent: Element, depth: number): void => {
    if (found.length > 20 || visited > PARENTS_MAX) return;
    visited += 1;
    for (const siblings of byTag(parent)) {
      const group = groupOf(siblings);
      if (group !== null) found.push({ ...group, depth });
    }
    if (depth < DEPTH_MAX) for (const child of parent.children) search(child, depth + 1);
  };
  let visited = 0;
  search(document.body, 0);
  return found.toSorted((a, b) => b.slides.length - a.slides.length || a.depth - b.depth);
}

/** The group of slides that match a selector; null if there are none. */
export function groupBySelector(selector: string): SlideGroup | null {
  try {
    const slides = [...document.querySelectorAll<HTMLElement>(selector)];
    const areLaidOut = slides.filter((slide) => slide.checkVisibility()).length > 1;
    return slides.length === 0 ? null : { slides, scroller: areLaidOut ? scrollerOf(slides) : null };
  } catch {
    // Not a valid selector.
    return null;
  }
}

/** Index of the slide that is shown; -1 if none is. */
export function shownIn({ slides }: Pick<SlideGroup, 'slides'>): number {
  const here = slides.map(coverage);
  const most = Math.max(...here);
  return most > 0 ? here.indexOf(most) : -1;
}

/** The children of an element that could be slides together, by tag name. */
function byTag(parent: Element): HTMLElement[][] {
  const all = [...parent.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.matches(NO_SLIDES),
  );
  return [...Map.groupBy(all, ({ tagName }) => tagName).values()].filter(({ length }) => length > 1);
}

/** Null if these siblings do not take turns in the window. */
function groupOf(siblings: readonly HTMLElement[]): SlideGroup | null {
  const laidOut = siblings.filter((slide) => slide.checkVisibility());
  const seen = laidOut.filter((slide) => coverage(slide) > 0);
  const [shown] = seen;
  // A sibling that is never large (a toolbar, a footer) is no slide.
  const slides = siblings.filter((slide) => !laidOut.includes(slide) || isLarge(slide));
  if (shown === undefined || !isLarge(shown) || slides.length < 2 || !slides.includes(shown)) return null;
  const scroller = laidOut.length > 1 ? scrollerOf(slides) : null;
  // While slides are scrolled or moved, two of them share the window.
  const isMoving = seen.length === 2 && seen.reduce((sum, slide) => sum + coverage(slide), 0) <= 1.1;
  return seen.length === 1 || scroller !== null || isMoving ? { slides, scroller } : null;
}

function isLarge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= LARGE * innerWidth && height >= LARGE * innerHeight;
}

/** The part of the window that an element covers, from 0 to 1; 0 if it is not visible. */
function coverage(element: Element): number {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 0;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return width > 0 && height > 0 ? (width * height) / (innerWidth * innerHeight) : 0;
}

/** The nearest ancestor of the slides that scrolls; null if none does. */
function scrollerOf([first]: readonly HTMLElement[]): Element | null {
  for (let element = first?.parentElement ?? null; element !== null; element = element.parentElement) {
    const isPage = element === document.scrollingElement || element === document.body;
    const { overflowX, overflowY } = getComputedStyle(element);
    const isScroller = isPage ? !/hidden|clip/.test(overflowY) : /auto|scroll/.test(`${overflowX} ${overflowY}`);
    const isLonger = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
    if (isScroller && isLonger) return isPage ? document.scrollingElement : element;
  }
  return null;
}

const CANDIDATES_MAX = 10;
const SELECTOR_MAX = 300;

/** Selectors of the candidates, with their numbers of elements, the most likely first. */
export function candidateSelectors(): { selector: string; count: number }[] {
  return candidates()
    .map(({ slides }) => ({ selector: selectorOf(slides), count: slides.length }))
    .filter(({ selector, count }) => selector.length <= SELECTOR_MAX && document.querySelectorAll(selector).length === count)
    .slice(0, CANDIDATES_MAX);
}

function selectorOf(slides: readonly HTMLElement[]): string {
  const [first] = slides;
  const name = [...(first?.classList ?? [])].find((one) => slides.every(({ classList }) => classList.contains(one)));
  return `${pathOf(first?.parentElement ?? null)} > ${first?.localName ?? '*'}${name === undefined ? '' : `.${CSS.escape(name)}`}`;
}

function pathOf(element: Element | null): string {
  if (element === null || element === document.body) return 'body';
  if (element.id !== '') return `#${CSS.escape(element.id)}`;
  const same = [...(element.parentElement?.children ?? [])].filter(({ localName }) => localName === element.localName);
  const place = same.length > 1 ? `:nth-of-type(${String(same.indexOf(element) + 1)})` : '';
  return `${pathOf(element.parentElement)} > ${element.localName}${place}`;
}
