import { impressDeck, revealDeck } from '#e2e/support/real-decks.ts';
import { dropFiles } from '#e2e/support/drop.ts';
import { expectPosition, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('from the invite link on the console to two playing decks', async ({ page, freshLectern, pageErrors }) => {
  // The demos load images and fonts from other hosts, which is not allowed by default.
  pageErrors.expect(/violates the following Content Security Policy|Blocked script execution/);

  await page.goto(await freshLectern.firstRunLink());
  await expect(page).toHaveURL(/\/join$/);
  await page.getByLabel('Email').fill('Ana@Example.test');
  await page.getByLabel('Your name').fill('Ana Brandt');
  await page.getByLabel('Choose a password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'No decks yet' })).toBeVisible();
  await expect(page.getByText('a single HTML file, such as a Marp deck')).toBeVisible();

  await dropFiles(page, [
    { name: 'reveal.stage', bytes: await revealDeck() },
    { name: 'impress.stage', bytes: await impressDeck() },
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText('Ready')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Decks' }).getByRole('listitem')).toHaveCount(2);

  await page.getByRole('link', { name: /^reveal\.js/ }).click();
  await expectPosition(page, 1, 41);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 41);
  // Moving the pointer shows the controls.
  await page.mouse.move(600, 400);
  await page.getByRole('button', { name: 'Next' }).click();
  await expectPosition(page, 3, 41);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expectPosition(page, 2, 41);
  await expect(slide(page).locator('section.present:not(.stack)').first()).toBeVisible();

  await page.getByRole('link', { name: 'Back to the library' }).click();
  await page.getByRole('link', { name: /^impress\.js/ }).click();
  await expectPosition(page, 1, 13);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 13);
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1, 13);
  // Leave the page before its server stops, which it would report.
  await page.close();
});
