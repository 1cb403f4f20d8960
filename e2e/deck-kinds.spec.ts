import type { Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, openToDraw, tools } from '#e2e/support/ink.ts';
import { clickInSlide, expectPosition, openDeck, openNotes, slide } from '#e2e/support/player.ts';
import { DECK_KINDS } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  // The demos load fonts, scripts and pictures from other hosts, which is not allowed by default.
  pageErrors.expect(/violates the following Content Security Policy|Failed to load resource/);
});

/** Moves by the keys of the player, which skip the steps of a slide. */
async function moveTo(page: Page, key: 'Shift+ArrowRight' | 'Shift+ArrowLeft', position: number, count: number): Promise<void> {
  await page.keyboard.press(key);
  await expectPosition(page, position, count);
}

/**
 * What works on every kind of deck that is one document, beside what `real-decks`, `other-runtimes` and `inner-notes` check: a note
 * and a drawing of one slide, a link to it, its tile in the overview, a link to another site, and opening the deck where it was left.
 */
for (const { name, pack, count } of DECK_KINDS) {
  test(`on a slide of ${name}: a note, a drawing, links, the overview and resuming`, async ({ page, context }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });

    const first = await openNotes(page, deck.id);
    await expectPosition(page, 1, count);
    await page.keyboard.press('Escape');
    await moveTo(page, 'Shift+ArrowRight', 2, count);
    const second = page.getByRole('textbox', { name: 'Notes for slide 2' });
    await second.fill('Only here');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await moveTo(page, 'Shift+ArrowLeft', 1, count);
    await expect(first).not.toHaveValue('Only here');

    await openToDraw(page, deck.id, 2);
    await expectPosition(page, 2, count);
    await drag(page, [0.2, 0.3], [0.7, 0.6]);
    await expect(drawing(page)).toBeVisible();
    const stored = async () => (await context.request.get(`/api/decks/${deck.id}/annotations`)).text();
    await expect.poll(stored).toContain('"points"');
    await page.keyboard.press('Escape');
    await expect(tools(page)).toHaveCount(0);
    await moveTo(page, 'Shift+ArrowRight', 3, count);
    await expect(drawing(page)).toHaveCount(0);

    // A link to a slide, in a page that has not shown the deck before.
    await page.goto('/');
    await openDeck(page, deck.id, 2);
    await expectPosition(page, 2, count);
    await expect(drawing(page)).toBeVisible();
    await expect(second).toHaveValue('Only here');

    await page.keyboard.press('o');
    const overview = page.getByRole('dialog', { name: 'Overview' });
    await expect(overview.getByRole('listitem')).toHaveCount(count);
    await expect(overview.locator('.live-picture[data-shown="true"]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(overview).toHaveCount(0);

    await context.route('**//pages.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));
    await slide(page)
      .locator('html')
      .evaluate((root) => {
        // Not in the body, whose children impress.js arranges by depth.
        const link = document.createElement('a');
        link.href = 'https://pages.example/there';
        link.textContent = 'To another site';
        link.style.cssText = 'position: fixed; inset: 200px auto auto 200px; z-index: 2147483647; font-size: 40px; color: red';
        root.append(link);
      });
    await clickInSlide(page, slide(page).getByRole('link', { name: 'To another site' }));
    const question = page.getByRole('dialog', { name: 'Open pages.example?' });
    const opening = context.waitForEvent('page');
    await question.getByRole('button', { name: 'Open' }).click();
    await expect(await opening).toHaveURL('https://pages.example/there');
    await (await opening).close();
    await expectPosition(page, 2, count);

    await page.goto('/');
    await page.goto(`/decks/${deck.id}`);
    await expectPosition(page, 2, count);
  });
}
