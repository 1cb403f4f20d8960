import type { Locator, Page } from '@playwright/test';

/** Where the player asks whether a deck may do more. */
export function question(page: Page): Locator {
  return page.getByRole('region', { name: 'Permission for this deck' });
}

/** Opens the dialog about what a deck may do. */
export async function openPermissions(page: Page): Promise<Locator> {
  // By keyboard: the controls come with the focus.
  await page.getByRole('button', { name: /^Actions for / }).press('Enter');
  await page.getByRole('menuitem', { name: 'Permissions' }).click();
  return page.getByRole('dialog', { name: 'What this deck may do' });
}
