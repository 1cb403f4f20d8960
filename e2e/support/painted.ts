import type { Page } from '@playwright/test';

/**
 * Waits until the browser has painted what is in the page now. A finger, a pen or the mouse reaches what was painted last: over a slide, that
 * is the slide until an element above it is painted, which can take long on a busy machine.
 */
export async function untilPainted(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  // The browser paints again before it takes a screenshot.
  await protocol.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
  await protocol.detach();
}
