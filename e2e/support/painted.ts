import type { Page } from '@playwright/test';

/**
 * Waits until the browser has painted what the page shows now. Its last frame decides whether a finger, a pen or the mouse reaches the
 * page or the document in a frame below it; on a busy machine an element can be in the page long before it is in a frame.
 */
export async function untilPainted(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  // A screenshot is taken of a frame that has been requested after the call.
  await protocol.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
  await protocol.detach();
}
