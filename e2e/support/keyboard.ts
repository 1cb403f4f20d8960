import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 40;

/** Goes from stop to stop until this is reached, and sees at each that the focus is to be seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`After ${String(MOST_STOPS)} stops the focus is still not on ${String(target)}.`);
}

/** The focus is somewhere in the page, and marked there: on the element itself, or on what stands for it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(whereFocusIs), { message: 'where the focus is, and whether that is seen' }).toBe('seen');
}

function whereFocusIs(): string {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return 'lost';
  // What stands for it: the picture of a tile or card, the words beside a radio button, what is round a field to write in.
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
