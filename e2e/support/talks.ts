import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openDeck } from './player.ts';

/** Goes live from the stage, which shows this slide (counted from 1), by the key of the presenter view. */
export async function present(stage: Page, slide = 1): Promise<Page> {
  const opening = stage.context().waitForEvent('page');
  await stage.keyboard.press('s');
  await stage.getByRole('button', { name: 'Go live' }).click();
  const view = await opening;
  await expect(view.getByRole('button', { name: 'End talk' })).toBeVisible();
  await expectSlideInView(view, slide);
  return view;
}

/** Opens the deck and follows the presenter. */
export async function follow(context: BrowserContext, deckId: string, presenter: string): Promise<Page> {
  const page = await context.newPage();
  await openDeck(page, deckId, 1);
  await page.getByRole('button', { name: `Follow ${presenter}` }).click();
  await expect(page.getByText(`Following ${presenter}`)).toBeAttached();
  return page;
}

/** Waits until the presenter view shows this slide, counted from 1, and handles keys. */
export async function expectSlideInView(view: Page, number: number): Promise<void> {
  await expect(view.getByRole('button', { name: new RegExp(`^Slide ${String(number)} of `) })).toBeVisible();
}

/** Opens the pairing dialog and returns the address in its code; the dialog stays open. */
export async function pairingAddress(view: Page): Promise<string> {
  await view.getByRole('button', { name: 'Phone as remote' }).click();
  await view.getByText('Show as a link').click();
  return (await view.getByRole('link', { name: /\/remote#/ }).getAttribute('href')) ?? '';
}
