import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openDeck } from './player.ts';

/** Opens the presenter view from the stage with its key, which begins the talk. */
export async function present(stage: Page): Promise<Page> {
  const opening = stage.context().waitForEvent('page');
  await stage.keyboard.press('s');
  const view = await opening;
  await expect(view.getByRole('button', { name: 'End talk' })).toBeVisible();
  await expectSlideInView(view, 1);
  return view;
}

/** Opens the deck and follows whoever presents. */
export async function follow(context: BrowserContext, deckId: string, presenter: string): Promise<Page> {
  const page = await context.newPage();
  await openDeck(page, deckId, 1);
  await page.getByRole('button', { name: `Follow ${presenter}` }).click();
  await expect(page.getByText(`Following ${presenter}`)).toBeAttached();
  return page;
}

/** The presenter view shows this slide, counted from 1, and takes keys. */
export async function expectSlideInView(view: Page, number: number): Promise<void> {
  await expect(view.getByRole('button', { name: new RegExp(`^Slide ${String(number)} of `) })).toBeVisible();
}

/** The address that the code stands for; the dialog with it stays open. */
export async function pairingAddress(view: Page): Promise<string> {
  await view.getByRole('button', { name: 'Phone as remote' }).click();
  await expect(view.getByRole('img', { name: 'Code for the phone’s camera' })).toBeVisible();
  await view.getByText('The same as an address').click();
  return (await view.getByRole('link', { name: /\/remote#/ }).getAttribute('href')) ?? '';
}
