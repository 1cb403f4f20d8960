import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { tools } from '#e2e/support/ink.ts';
import { openDeck, openNotes } from '#e2e/support/player.ts';
import { expectSlideInView } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

// A screen of 1280 × 800 at 200 % zoom.
const ZOOMED = { width: 640, height: 400 };
const WHOLE = { width: 1280, height: 800 };
test.use({ viewport: ZOOMED, deviceScaleFactor: 2 });
test.beforeEach(({ pageErrors }) => {
  // Many states in one test, each checked several times.
  test.slow();
  pageErrors.expect(/Blocked script execution/);
});

/** With the whole page at 200 %, and with only the text at 200 %. */
async function expectAllThere(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect.soft(await page.evaluate(outOfReach), `at 200 % on ${page.url()}`).toEqual([]);
  await page.setViewportSize(WHOLE);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectNoSidewaysScroll(page);
  expect.soft(await page.evaluate(outOfReach), `with large letters on ${page.url()}`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(ZOOMED);
}

/** The controls that cannot be scrolled into view or are covered there. */
function outOfReach(): string[] {
  const before = document.activeElement;
  const over = document.querySelector('dialog[open]') ?? document;
  const controls = [...over.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex="0"]')];
  const lost = controls.filter((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert], [aria-hidden="true"]') !== null)
      return false;
    control.focus();
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    // The skip link is visible only with focus.
    if (right - left <= 1) return false;
    const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const isInside = left >= -1 && right <= innerWidth + 1 && top < innerHeight && bottom > 0;
    const hit = document.elementFromPoint(x, y);
    return !isInside || hit === null || (!control.contains(hit) && control.closest('label') !== hit.closest('label'));
  });
  if (before instanceof HTMLElement) before.focus();
  return lost.map((control) => control.outerHTML.slice(0, 160));
}

test('pages at 200 % zoom: no horizontal scrolling, and every control can be reached', async ({ page, context, accounts }) => {
  const admin = await accounts.signedIn(context, { role: 'admin', name: 'Dietrich-Maximilian von Hohenstein' });
  const deck = await uploadDeck(context.request, { title: `A title that is rather long, by ${admin.email}` });
  await page.goto('/?owner=me');
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
  await expectAllThere(page);
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 1' })).toBeVisible();
  await expectAllThere(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a deck' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add a deck' })).toBeVisible();
  await expectAllThere(page);
  for (const [path, word] of [
    ['/admin/users', 'People'],
    ['/admin/invites', 'Invites'],
    ['/admin/system', 'The server'],
    ['/account', 'Your account'],
    ['/account/keys', 'API keys'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: word, level: 1 })).toBeVisible();
    await expectAllThere(page);
  }
});

test('the player and the presenter view at 200 % zoom', async ({ page, context, user }) => {
  const bytes = await plainDeck({ notes: ['Say hello.', 'Go on.', 'Say goodbye.'] });
  const deck = await uploadDeck(context.request, { title: `Seen closely by ${user.email}`, bytes });
  await openNotes(page, deck.id);
  await page.getByRole('button', { name: 'Next' }).focus();
  await expectAllThere(page);
  await page.getByRole('button', { name: 'Close the notes' }).press('Enter');
  await expectAllThere(page);
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await expectAllThere(page);
  await page.keyboard.press('Escape');
  await expect(tools(page)).toHaveCount(0);
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['o', 'Overview'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAllThere(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await openDeck(page, deck.id, 1);
  await page.goto(`/decks/${deck.id}/present`);
  await page.getByRole('button', { name: 'Start talk' }).press('Enter');
  await expect(page.getByRole('button', { name: 'End talk' })).toBeVisible();
  await expectSlideInView(page, 1);
  await expectAllThere(page);
  for (const name of ['Phone as remote', 'Link for the audience']) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAllThere(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
