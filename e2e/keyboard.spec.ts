import { plainDeck } from '#e2e/support/decks.ts';
import { tools } from '#e2e/support/ink.ts';
import { expectFocusSeen, tabTo } from '#e2e/support/keyboard.ts';
import { expectPosition, listenForPositions, reported, slide } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['One', '<p class="fragment">First</p><p class="fragment">Second</p>', 'Three', 'Four'];

test('from sign-in to sign-out by keyboard, with a visible focus at every step', async ({ page, accounts, pageErrors }) => {
  pageErrors.expect(/Blocked script execution|401/);
  const { email, password, name } = await accounts.anAccount();
  const { keyboard } = page;
  await listenForPositions(page);
  // The library of the team has a stop for each deck of other tests.
  await page.goto(`/sign-in?to=${encodeURIComponent('/?owner=me')}`);
  await tabTo(page, page.getByLabel('Email'));
  await keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type(password);
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('button', { name: 'Add a deck' }));
  // The browser must know that the test waits for a file before the key is pressed that asks for one.
  const chooser = page.waitForEvent('filechooser');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Choose files' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.press('Enter');
  const buffer = await plainDeck({ title: `Typed by ${email}`, slides: SLIDES });
  await (await chooser).setFiles({ name: 'typed.stage', mimeType: 'application/zip', buffer });
  const open = page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'Open' });
  await expect(open).toBeVisible();
  await expectFocusSeen(page);
  await tabTo(page, open);
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: `Typed by ${email}`, level: 1 })).toBeFocused();
  await expectPosition(page, 1, 4);
  await keyboard.press('ArrowRight');
  await expectPosition(page, 2, 4);
  await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
  // A key that comes before the slide has said that it has steps goes to the next slide.
  await expect.poll(() => reported(page)).toMatchObject({ step: 0 });
  await keyboard.press('ArrowRight');
  await expect(slide(page).getByText('First')).toBeVisible();
  await expect(slide(page).getByText('Second')).toBeHidden();
  await keyboard.press('g');
  await expect(page.getByRole('textbox', { name: 'Go to slide' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.type('4');
  await keyboard.press('Enter');
  await expectPosition(page, 4, 4);
  await tabTo(page, page.getByRole('button', { name: 'Overview' }));
  await keyboard.press('Enter');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('button', { name: '4 Slide 4' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.press('Home');
  await expect(overview.getByRole('button', { name: '1 Slide 1' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.press('Enter');
  await expectPosition(page, 1, 4);
  await expect(page.getByRole('button', { name: 'Overview' })).toBeFocused();
  await expectFocusSeen(page);

  await keyboard.press('Shift+N');
  const note = page.getByRole('textbox', { name: 'Notes for slide 1' });
  await expect(note).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.type('Breathe.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Close the notes' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(note).toHaveCount(0);

  await keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await tabTo(page, tools(page).getByRole('button', { name: 'Highlighter' }));
  await keyboard.press('Enter');
  await expect(tools(page).getByRole('status')).toHaveText(/^Highlighter/);
  await tabTo(page, tools(page).getByRole('button', { name: 'Show drawings by' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Everyone' })).toBeFocused();
  await expectFocusSeen(page);
  await keyboard.press('Escape');
  await expect(tools(page).getByRole('button', { name: 'Show drawings by' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(tools(page)).toHaveCount(0);

  const view = await present(page);
  await view.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 4);
  await tabTo(view, view.getByRole('separator', { name: 'Width of the notes' }));
  await tabTo(view, view.getByRole('button', { name: 'End talk' }), 'Shift+Tab');
  await view.keyboard.press('Enter');
  await tabTo(view, view.getByRole('dialog').getByRole('button', { name: 'End talk' }));
  await view.keyboard.press('Enter');
  await expect(view.getByRole('button', { name: 'Start talk' })).toBeVisible();
  await view.close();

  // The focus was in the dialog before the controls. After the last control it would leave the page for the browser's own buttons.
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, page.getByRole('link', { name: 'Back to the library' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Continue' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeFocused();
  const account = page.getByRole('button', { name: `Account and settings of ${name}` });
  // The focus starts at the page heading, which comes after the navigation.
  const choose = async (item: string) => {
    await tabTo(page, account, 'Shift+Tab');
    await keyboard.press('Enter');
    const wanted = page.getByRole('menuitem', { name: item });
    while (!(await wanted.evaluate((element) => element === document.activeElement))) {
      await keyboard.press('ArrowDown');
      await expectFocusSeen(page);
    }
    await keyboard.press('Enter');
  };
  await choose('Your account');
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeFocused();
  await tabTo(page, page.getByLabel('New password'));
  await choose('Sign out');
  await tabTo(page, page.getByLabel('Email'));
});
