import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 40;

/** Presses Tab until the target has the focus and checks that the focus is visible at every stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`After ${String(MOST_STOPS)} stops the focus is still not on ${String(target)}.`);
}

/** Checks that the focus is on an element of the page and visibly marked, on the element or on the part that represents it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(whereFocusIs), { message: 'where the focus is, and whether that is seen' }).toBe('seen');
}

function whereFocusIs(): string {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return 'lost';
  // Parts that show the focus of a control: the picture of a tile or card, the label of a radio button, the frame of a text
  // field.
  const around = focused.matches('input, textarea') ? [focused.nextElementSibling, focused.parentElement] : [];
  const pictures = [focused.querySelector('.tile-picture'), focused.closest('.deck-card')?.querySelector('.deck-picture')];
  const isMarked = [focused, ...pictures, ...around].some((element) => {
    if (element === null || element === undefined) return false;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px' && outlineColor !== 'rgba(0, 0, 0, 0)';
    return hasOutline || boxShadow !== 'none';
  });
  return isMarked ? 'seen' : `not seen on ${focused.outerHTML.slice(0, 160)}`;
}
