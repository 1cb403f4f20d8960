import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  iframes: false,
};
const LOOKS = [
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 1280, height: 800 },
] as const;

interface Exceptions {
  /** Ids of axe rules that do not apply, because a library creates the markup. */
  readonly except?: readonly string[];
}

/** Checks WCAG 2.2 AA as far as axe can. The content of decks is not checked. */
export async function expectAccessible(page: Page, { except = [] }: Exceptions = {}): Promise<void> {
  // A theme change may reach some elements later than others.
  await expect.poll(() => violationsOn(page, except)).toEqual([]);
}

async function violationsOn(page: Page, except: readonly string[]) {
  // Injected once per document; axe's own Playwright driver would open an extra page for every check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((options) => {
    // axe does not know that an open dialog is in the top layer and would report that the page covers its controls.
    const rules = { 'target-size': { enabled: document.querySelector('dialog:modal') === null } };
    // Set above.
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    return inPage.run({ exclude: ['iframe'] }, { ...options, rules });
  }, RULES);
  const ours = violations.filter(({ id }) => !except.includes(id));
  return ours.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`),
  }));
}

/**
 * Checks accessibility on a phone in the dark theme and on a desktop in the light theme: layout depends on the former, colors on
 * the latter.
 */
export async function expectAccessibleInEveryLook(page: Page, exceptions?: Exceptions): Promise<void> {
  for (const { colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, exceptions);
  }
}

/**
 * Checks that nothing overflows horizontally: neither the page, which would make a phone scroll in both directions, nor a field or button the
 * box that it is in.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Rows that are laid out by script follow a change of the window one frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect.poll(() => page.evaluate(controlsOutsideOfBoxes)).toEqual([]);
}

/** Runs in the page. The controls that are wider than a box with a background or a border around them. */
function controlsOutsideOfBoxes(): string[] {
  const TRANSPARENT = 'rgba(0, 0, 0, 0)';
  const isSeen = ({ backgroundColor, borderRightWidth, borderRightColor }: CSSStyleDeclaration): boolean =>
    backgroundColor !== TRANSPARENT || (borderRightWidth !== '0px' && borderRightColor !== TRANSPARENT);
  const found: string[] = [];
  for (const control of document.querySelectorAll('button, input, select, textarea')) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const own = getComputedStyle(control);
    // Of a button without background and border, only the words are seen.
    const [before, after] = isSeen(own) ? [0, 0] : [Number.parseFloat(own.paddingLeft), Number.parseFloat(own.paddingRight)];
    const { left, right } = control.getBoundingClientRect();
    for (let box = control.parentElement; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      // What scrolls sideways, or is placed apart from the boxes around it, is meant to leave them.
      if (/auto|scroll/.test(style.overflowX) || /fixed|absolute/.test(own.position)) break;
      const edges = box.getBoundingClientRect();
      if (isSeen(style) && (left + before < edges.left - 1 || right - after > edges.right + 1))
        found.push(`${control.outerHTML.slice(0, 120)} in .${box.className}`);
      if (/fixed|absolute/.test(style.position)) break;
    }
  }
  return found;
}
