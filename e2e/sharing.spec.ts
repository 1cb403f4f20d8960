import { expectAccessible } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('a deck is shared with a person, who edits it, gets it and gives it back', async ({
  page,
  context,
  user,
  anotherBrowser,
}) => {
  const deck = await uploadDeck(context.request, { title: `Plans of ${user.email}` });
  const name = `Benedikt ${user.name}`;
  const browser = await anotherBrowser({ as: name });
  const theirs = await browser.newPage();
  await theirs.goto('/?owner=shared');
  await expect(theirs.getByText('No one has shared a deck with you by name yet')).toBeVisible();

  await page.goto('/?owner=me');
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const field = dialog.getByRole('combobox', { name: 'Add people by name or address' });
  await expect(field).toBeFocused();
  await page.keyboard.type('no one is called this');
  await expect(dialog.getByText('No one else with this name or address has an account')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await page.keyboard.type(name.toUpperCase());
  await expect(dialog.getByRole('option', { name })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const access = dialog.getByRole('combobox', { name: `Access of ${name}` });
  await expect(access).toHaveValue('read');
  await access.selectOption('Can edit');
  await expect(access).toHaveValue('edit');
  await expectAccessible(page);

  await theirs.reload();
  await theirs.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await expect(theirs.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await theirs.keyboard.press('Escape');

  await access.selectOption('Make owner…');
  await page.getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByRole('dialog', { name: 'People with access' }).getByText('Can edit')).toBeVisible();

  await theirs.goto('/?owner=me');
  await theirs.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await theirs.getByRole('menuitem', { name: 'Share…' }).click();
  await theirs.getByRole('combobox', { name: `Access of ${user.name}` }).selectOption('Make owner…');
  await theirs.getByRole('button', { name: 'Make owner' }).click();
  await theirs.goto('/?owner=shared');
  await theirs.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await theirs.getByRole('menuitem', { name: 'People with access' }).click();
  await theirs.getByRole('button', { name: 'Leave' }).click();
  await theirs
    .getByRole('dialog', { name: `Leave “${deck.title}”?` })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(theirs.getByText(`You left “${deck.title}”`)).toBeVisible();
  await expect(theirs.getByRole('link', { name: deck.title })).toHaveCount(0);
  await browser.close();
});

test('a member who leaves a deck on its page is asked first, and goes to the library if they can no longer read it', async ({
  context,
  user,
  anotherBrowser,
}) => {
  const browser = await anotherBrowser({ as: `Benedikt ${user.name}` });
  const { user: member } = (await (await browser.request.get('/api/auth/get-session')).json()) as { user: { id: string } };
  const theirs = await browser.newPage();
  const leave = async (title: string): Promise<void> => {
    await theirs.mouse.move(200, 200);
    await theirs.getByRole('button', { name: 'People', exact: true }).click();
    await theirs.getByRole('button', { name: 'Leave' }).click();
    await expectAccessible(theirs);
    await theirs
      .getByRole('dialog', { name: `Leave “${title}”?` })
      .getByRole('button', { name: 'Leave' })
      .click();
    await expect(theirs.getByText(`You left “${title}”`)).toBeVisible();
    await expect(theirs.getByRole('dialog')).toHaveCount(0);
  };
  for (const visibility of ['team', 'private'] as const) {
    const deck = await uploadDeck(context.request, { title: `A ${visibility} deck of ${user.email}`, visibility });
    await context.request.put(`/api/decks/${deck.id}/people/${member.id}`, { data: { access: 'edit' } });
    await openDeck(theirs, deck.id, 1);
    const library = theirs.getByRole('heading', { name: 'Library', level: 1 });
    // The lists are shown before the server has answered.
    await theirs.route(/\/trpc\/shares\.delete/, async (route) => {
      if (visibility === 'private') await library.waitFor();
      await route.continue();
    });
    const listed = await theirs.evaluateHandle((title) => {
      const found: string[] = [];
      const look = (): void => {
        for (const { textContent } of document.querySelectorAll('.library-section a'))
          if (textContent.includes(title)) found.push(title);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      return found;
    }, deck.title);
    await leave(deck.title);
    // A page that reads a deck which is gone would report 404, which the fixture refuses.
    await expect(theirs).toHaveURL(visibility === 'team' ? /\/decks\// : '/');
    expect(await listed.jsonValue()).toEqual([]);
    await theirs.unrouteAll();
  }
  await browser.close();
});
