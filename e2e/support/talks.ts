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

/** Opens the presenter view of a deck, and there the talk to everyone with a link. Returns the address of the link. */
export async function openToVisitors(view: Page, deckId: string): Promise<string> {
  await view.goto(`/decks/${deckId}/present`);
  await expectSlideInView(view, 1);
  await view.getByRole('button', { name: 'Link for the audience' }).click();
  const dialog = view.getByRole('dialog', { name: 'Link for the audience' });
  await dialog.getByRole('button', { name: 'Open the talk to everyone with the link' }).click();
  const url = await dialog.locator('.audience-address').innerText();
  await view.keyboard.press('Escape');
  return url;
}

/** Starts a talk in the presenter view. */
export async function startTalk(view: Page): Promise<void> {
  await view.getByRole('button', { name: 'Start talk' }).click();
  await expect(view.getByRole('button', { name: 'End talk' })).toBeVisible();
}

/** Ends the talk in the presenter view. */
export async function endTalk(view: Page): Promise<void> {
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await expect(view.getByRole('button', { name: 'Start talk' })).toBeVisible();
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
