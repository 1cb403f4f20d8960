import type { Frame } from 'playwright-core';
import { SLIDE_TEXT_MAX } from '../protocol.ts';
import { inTime, raced } from '../raced.ts';

/** Reading the text of a slide may take this part of the time for a slide. */
const READING = 1 / 4;

/**
 * What runtimes add to each slide for people who navigate, as a CSS selector: progress bars and buttons. Of reveal.js, impress.js, Bespoke,
 * Marp, Shower and remark.
 */
export const CONTROLS = [
  '.reveal > :is(.progress, .controls)',
  ':is(.impress-progressbar, .impress-progress, #impress-toolbar)',
  ':is(.bespoke-progress-parent, .bespoke-progress-bar, .bespoke-marp-osc)',
  '.shower > :is(.progress, .region)',
  // The slide before, which remark leaves below the current one for a second.
  '.remark-fading',
].join();

/** Slide numbers that runtimes add. They change when slides are added before. Of reveal.js, remark and Marp. */
export const NUMBERS = '.reveal > .slide-number, .remark-slide-number, section[data-marpit-pagination]::after';

/**
 * Hides parts of the slide.
 * @param parts CSS selectors
 * @returns whether there was anything, so that the slide looks different now
 */
export async function hideParts(frame: Frame, parts: readonly string[], signal: AbortSignal): Promise<boolean> {
  const isHidden: unknown = await raced(frame.evaluate(hide, parts.join()), signal);
  return isHidden === true;
}

/** Shows again what was hidden. */
export async function showParts(frame: Frame, signal: AbortSignal): Promise<void> {
  await raced(frame.evaluate(show), signal);
}

/** Runs in the document. */
async function hide(parts: string): Promise<boolean> {
  if (document.querySelector(parts.replaceAll('::after', '')) === null) return false;
  const sheet = new CSSStyleSheet();
  // Not by visibility, which may change after a transition.
  sheet.replaceSync(`${parts} { display: none !important }`);
  document.adoptedStyleSheets.push(sheet);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return true;
}

/** Runs in the document, after `hide`. */
function show(): void {
  document.adoptedStyleSheets.pop();
}

/**
 * Reads the text on the slide that the frame shows, as far as people see it. A document that cannot be read in time has none.
 * @param slideMs the time for a slide
 * @throws the signal's reason
 */
export async function visibleText(frame: Frame, slideMs: number, signal: AbortSignal): Promise<string> {
  const reading = frame.evaluate(readText, SLIDE_TEXT_MAX);
  const text: unknown = await raced(reading, inTime(signal, slideMs * READING)).catch(() => '');
  signal.throwIfAborted();
  // The deck may have replaced any function of its document.
  return typeof text === 'string' ? text.slice(0, SLIDE_TEXT_MAX) : '';
}

/** Runs in the document. One line for each block. */
function readText(most: number): string {
  const lines: string[] = [];
  const range = document.createRange();
  let line = '';
  let length = 0;

  const endLine = (): void => {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (words !== '') lines.push(words);
    length += words.length + 1;
    line = '';
  };
  const isSeen = (text: Text): boolean => {
    let box = text.parentElement;
    while (box !== null && getComputedStyle(box).display === 'contents') box = box.parentElement;
    if (box?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) return false;
    // Text for screen readers is often in a box of one pixel.
    const { width, height } = box.getBoundingClientRect();
    if (width <= 1 || height <= 1) return false;
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left,
    );
  };
  const read = (node: Node): void => {
    if (length > most) return;
    if (node instanceof Text) {
      if (/\S/.test(node.data) && !isSeen(node)) return;
      line += node.data.slice(0, most);
      return;
    }
    const isBlock = node instanceof Element && (node.tagName === 'BR' || !getComputedStyle(node).display.startsWith('inline'));
    if (isBlock) endLine();
    const children = node instanceof Element ? (node.shadowRoot ?? node).childNodes : node.childNodes;
    for (const child of children) read(child);
    if (isBlock) endLine();
  };

  read(document.body);
  endLine();
  return lines.join('\n').slice(0, most);
}
