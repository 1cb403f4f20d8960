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
 * WCAG 2.2 AA as far as axe can tell. What is inside a deck is its author's; everything around it is ours.
 * @param except ids of axe's rules that do not apply, because a library makes the markup
 */
export async function expectAccessible(page: Page, { except = [] }: { readonly except?: readonly string[] } = {}): Promise<void> {
  // A look that has just been changed may reach some parts a moment after others.
  await expect.poll(() => violationsOn(page, except)).toEqual([]);
}

async function violationsOn(page: Page, except: readonly string[]) {
  // Once for each document, and not by axe's own driver, which opens a page besides for every look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((options) => {
    // Of an open dialog axe does not know that it is above everything: controls behind it would seem to be in the way.
    const rules = { 'target-size': { enabled: document.querySelector('dialog:modal') === null } };
    // Put there above.
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    return inPage.run({ exclude: ['iframe'] }, { ...options, rules });
  }, RULES);
  const ours = violations.filter(({ id }) => !except.includes(id));
  return ours.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`),
  }));
}

/** The same on a phone in the dark theme and on a desk in the light one: where things are hangs on the one, colours on the other. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const { colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}

/** Nothing sticks out at the side, which would make a phone scroll both ways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
