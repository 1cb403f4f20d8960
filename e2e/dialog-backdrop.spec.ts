import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/test.ts';

// Tests usually run without scrollbars, so that nothing is reserved for them.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
  contextOptions: { reducedMotion: 'reduce' },
});

/** The colours at the left and right edge of the window, half-way down. */
async function edgeColors(page: Page): Promise<readonly (readonly number[])[]> {
  const screenshot = (await page.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.drawImage(picture, 0, 0);
    return [2, picture.width - 3].map((x) => [...context.getImageData(x, Math.floor(picture.height / 2), 1, 1).data]);
  }, screenshot);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a dialog dims the space of the scrollbar as well, in the ${colorScheme} look`, async ({ page, user }) => {
    expect(user.role).toBe('user');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Add a deck' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const [left = [], right = []] = await edgeColors(page);
        return Math.max(...left.map((value, at) => Math.abs(value - (right[at] ?? 0))));
      })
      .toBeLessThanOrEqual(2);
  });
}
