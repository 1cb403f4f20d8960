import { expect, type FrameLocator, type Page } from '@playwright/test';

/** The slide that is on the stage. */
export function slide(page: Page): FrameLocator {
  return page.locator('main iframe').last().contentFrame();
}

/** Waits until the player counts this position. */
export async function expectPosition(page: Page, position: number, count: number): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: `Slide ${String(position)} of ${String(count)}` })).toBeAttached();
}
