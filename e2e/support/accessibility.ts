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

/**
 * Checks WCAG 2.2 AA as far as axe can. The content of decks is not checked.
 *
 * @param except ids of axe rules that do not apply, because a library creates the markup
 */
export async function expectAccessible(page: Page, { except = [] }: { readonly except?: readonly string[] } = {}): Promise<void> {
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
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const { colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}

/** Checks that nothing overflows horizontally, which would make a phone scroll in both directions. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Rows that are laid out by script follow a change of the window one frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
