import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPermissions, question } from '#e2e/support/trust.ts';

const OPENS_A_WINDOW = `<button onclick="window.open('1.html')">Open</button><p id="kept"></p>
<script>localStorage.setItem('a', 'kept'); document.querySelector('#kept').textContent = localStorage.getItem('a') + ' ' + self.origin;</script>`;

test('a deck can open windows after the user allows it, and the user is asked once', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/Blocked opening|allow-popups/);
  const bytes = await plainDeck({ slides: ['One', OPENS_A_WINDOW], more: { requires: ['window-open', 'same-origin-storage'] } });
  const deck = await uploadDeck(context.request, { title: `Windows, for ${user.name}`, bytes });
  const open = () => slide(page).getByRole('button').click();

  await openDeck(page, deck.id, 2);
  // Own storage is not possible at the application's address, so the user is not asked for it.
  await expect(question(page)).toContainText('This deck wants to open windows of its own.');
  await question(page).getByRole('button', { name: 'Don’t allow' }).click();
  await expect(question(page)).toBeHidden();
  const refusal = page.waitForEvent('console', (message) => message.text().startsWith('Blocked opening'));
  await Promise.all([refusal, open()]);
  await expect(slide(page).locator('#kept')).toHaveText('kept null');

  await page.reload();
  await expect(slide(page).getByRole('button')).toBeVisible();
  await expect(question(page)).toBeHidden();
  const permissions = await openPermissions(page);
  await permissions.getByRole('button', { name: 'Allow: open windows of its own' }).click();
  await expect(permissions.getByRole('button', { name: 'Revoke: open windows of its own' })).toBeVisible();
  await permissions.getByRole('button', { name: 'Close' }).click();
  const [opened] = await Promise.all([context.waitForEvent('page'), open()]);
  await expect(opened.locator('body')).toHaveText('One');
});
