import type { Frame } from 'playwright-core';
import { SLIDE_TEXT_MAX } from './protocol.ts';
import { raced } from './raced.ts';

/** How long reading the text of a slide may take. */
const READ_MS = 1000;

/**
 * What runtimes add to each slide and change when slides are added before it: progress bars, numbers, buttons. Of reveal.js, remark,
 * impress.js, Bespoke, Marp and Shower.
 */
const ADDED_PARTS = [
  '.reveal > :is(.progress, .controls, .slide-number)',
  '.remark-slide-number',
  // The slide before, which remark leaves below the current one for a second.
  '.remark-fading',
  ':is(.impress-progressbar, .impress-progress, #impress-toolbar)',
  ':is(.bespoke-progress-parent, .bespoke-progress-bar, .bespoke-marp-osc)',
  '.shower > :is(.progress, .region)',
];
const PAGE_NUMBERS = 'section[data-marpit-pagination]';

/**
 * Hides what the runtime adds to the slide.
 * @returns whether there was anything, so that the slide looks different now
 */
export async function hideAddedParts(frame: Frame, signal: AbortSignal): Promise<boolean> {
  const isHidden: unknown = await raced(frame.evaluate(hideParts, [ADDED_PARTS.join(), PAGE_NUMBERS] as const), signal);
  return isHidden === true;
}

/** Shows again what was hidden. */
export async function showAddedParts(frame: Frame, signal: AbortSignal): Promise<void> {
  await raced(frame.evaluate(showParts), signal);
}

/** Runs in the document. */
async function hideParts([parts, numbers]: readonly [string, string]): Promise<boolean> {
  if (document.querySelector(`${parts}, ${numbers}`) === null) return false;
  const sheet = new CSSStyleSheet();
  // Not by visibility, which may change after a transition.
  sheet.replaceSync(`:is(${parts}) { display: none !important } :is(${numbers})::after { content: none !important }`);
  document.adoptedStyleSheets.push(sheet);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return true;
}

/** Runs in the document, after `hideParts`. */
function showParts(): void {
  document.adoptedStyleSheets.pop();
}

/**
 * Reads the text on the slide that the frame shows, as far as people see it. A document that cannot be read in time has none.
 * @throws the signal's reason
 */
export async function visibleText(frame: Frame, signal: AbortSignal): Promise<string> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  const text: unknown = await raced(frame.evaluate(readText, SLIDE_TEXT_MAX), inTime).catch(() => '');
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
