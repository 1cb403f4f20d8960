import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution|403|404|412/));

/** What is inside a deck is its author's; everything around it is ours. */
async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
    })),
  ).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the ways in', async ({ page, accounts }) => {
      await page.goto('/sign-in');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectClean(page);
      await page.goto((await accounts.anInvite()).url);
      await expect(page.getByRole('button', { name: 'Make my account' })).toBeVisible();
      await expectClean(page);
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
      await expectClean(page);
    });

    test('the library: empty, full, its menus and dialogs', async ({ page, context, user }) => {
      await page.goto('/?owner=me');
      await expect(page.getByRole('heading', { name: 'You have no decks yet' })).toBeVisible();
      await expectClean(page);
      const deck = await uploadDeck(context.request, { title: `Seen by ${user.email}` });
      await page.reload();
      await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
      await expectClean(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add a deck' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectClean(page);
    });

    test('the invites', async ({ page, context, accounts }) => {
      await accounts.signedIn(context.request, { role: 'admin' });
      await page.goto('/admin/invites');
      await page.getByRole('button', { name: 'Make the link' }).click();
      await expect(page.getByRole('textbox', { name: 'Invite link' })).toBeFocused();
      await expectClean(page);
    });

    test('the player: its controls, notes and keys', async ({ page, context, user }) => {
      const deck = await uploadDeck(context.request, { title: `Played by ${user.email}` });
      await openNotes(page, deck.id);
      await page.getByRole('button', { name: 'Next' }).focus();
      await expectClean(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
      await expectClean(page);
      await page.keyboard.press('Escape');
      const beQuicker = async (route: Route) => {
        await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'written elsewhere' } });
        await route.continue();
      };
      await page.route('**/notes.set*', beQuicker, { times: 1 });
      await page.getByRole('textbox', { name: 'Notes for slide 1' }).fill('written here');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectClean(page);
      await page.goto('/decks/nope');
      await expect(page.getByRole('heading', { name: 'This deck is not here' })).toBeVisible();
      await expectClean(page);
    });
  });
}
