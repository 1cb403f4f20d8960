import type { Locator, Page } from '@playwright/test';

/** The player's question about permissions of a deck. */
export function question(page: Page): Locator {
  return page.getByRole('region', { name: 'Permission for this deck' });
}

/** Opens the permissions dialog. */
export async function openPermissions(page: Page): Promise<Locator> {
  // By keyboard, because the focus shows the controls.
  await page.getByRole('button', { name: /^Actions for / }).press('Enter');
  await page.getByRole('menuitem', { name: 'What this deck may do' }).click();
  return page.getByRole('dialog', { name: 'What this deck may do' });
}
