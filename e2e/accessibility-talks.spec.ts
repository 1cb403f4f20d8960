import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expectSlideInView, follow, pairingAddress, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;
test.use(STILL);
test.beforeEach(({ pageErrors }) => {
  // Many states in one test, each checked several times.
  test.slow();
  pageErrors.expect(/Blocked script execution|401|403|ERR_INTERNET_DISCONNECTED|Failed to load/);
});

/** Ends the talk and confirms it. */
async function endTalk(view: Page): Promise<void> {
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
}

test('the presenter view with its clock, dialogs and errors is accessible in every theme', async ({
  page: stage,
  context,
  user,
}) => {
  const bytes = await plainDeck({ notes: ['Say hello.'] });
  const deck = await uploadDeck(context.request, { title: user.name, bytes });
  await openDeck(stage, deck.id, 1);
  await stage.evaluate(() => Object.assign(window, { open: () => null }));
  await stage.keyboard.press('s');
  await expect(stage.getByRole('dialog', { name: 'Present' })).toBeVisible();
  await expectAccessibleInEveryLook(stage);
  await stage.getByRole('button', { name: 'Go live' }).click();
  await expect(stage.getByText('The browser has blocked the presenter window.')).toBeVisible();
  await expectAccessibleInEveryLook(stage);

  const opening = context.waitForEvent('page');
  await stage.getByRole('link', { name: 'Open the presenter view' }).click();
  const view = await opening;
  await expectSlideInView(view, 1);
  await expect(view.getByRole('button', { name: 'End talk' })).toBeVisible();
  await expectAccessibleInEveryLook(view);
  await view.getByRole('button', { name: 'Set a time' }).click();
  await view.getByRole('textbox', { name: 'Planned time' }).fill('soon');
  await view.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(view.getByText(/Enter a time such as 20/)).toBeVisible();
  await expectAccessibleInEveryLook(view);
  await view.getByRole('textbox', { name: 'Planned time' }).fill('20');
  await view.getByRole('button', { name: 'Set', exact: true }).click();
  await view.getByRole('button', { name: 'Pause the clock' }).click();
  await expect(view.getByRole('button', { name: 'Resume the clock' })).toBeVisible();
  await view.keyboard.press('b');
  await expect(view.getByRole('button', { name: 'The audience sees black' })).toBeVisible();
  await expectAccessibleInEveryLook(view);

  for (const name of ['Phone as remote', 'Hand over', 'Link for the audience', 'Keyboard shortcuts', 'End talk']) {
    await view.getByRole('button', { name }).click();
    await expect(view.getByRole('dialog')).toBeVisible();
    await expectAccessibleInEveryLook(view);
    await view.keyboard.press('Escape');
    await expect(view.getByRole('button', { name })).toBeFocused();
  }
  await context.setOffline(true);
  await expect(view.getByText('No connection')).toBeVisible();
  await expectAccessibleInEveryLook(view);
  await context.setOffline(false);
  await expect(view.getByText('Connected')).toBeAttached();
  await endTalk(view);
  await expect(view.getByText('No one can follow yet.')).toBeAttached();
  await expect(view.getByRole('dialog')).toHaveCount(0);
  await expectAccessibleInEveryLook(view);
});

test('every state of following is accessible in every theme', async ({ anotherBrowser, page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  const ben = await anotherBrowser({ as: 'Ben', ...STILL.contextOptions });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const offered = await ben.newPage();
  await openDeck(offered, deck.id, 1);
  await expect(offered.getByRole('button', { name: `Follow ${user.name}` })).toBeVisible();
  await expectAccessibleInEveryLook(offered);
  await offered.close();

  const follower = await follow(ben, deck.id, user.name);
  await follower.getByRole('button', { name: 'Stop following' }).focus();
  await expectAccessibleInEveryLook(follower);
  await follower.keyboard.press('End');
  await expect(follower.getByText('You are browsing on your own')).toBeVisible();
  await expectAccessibleInEveryLook(follower);
  await follower.getByRole('button', { name: `Back to ${user.name}` }).click();
  await ben.setOffline(true);
  await expect(follower.getByText('No connection. You will catch up when you are back online.')).toBeVisible();
  await expectAccessibleInEveryLook(follower);
  await ben.setOffline(false);
  await expect(follower.getByText(`Following ${user.name}`)).toBeAttached();

  await view.getByRole('button', { name: 'Hand over' }).click();
  await expect(view.getByRole('button', { name: 'Hand over to Ben' })).toBeVisible();
  await expectAccessibleInEveryLook(view);
  await view.getByRole('button', { name: 'Hand over to Ben' }).click();
  await follower.getByRole('button', { name: 'Dismiss' }).focus();
  await expectAccessibleInEveryLook(follower);
  await endTalk(follower);
  await expect(stage.getByText('The talk by Ben has ended.')).toBeVisible();
});

test('every state of the remote is accessible in every theme', async ({ anotherBrowser, page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const pocket = await anotherBrowser(STILL.contextOptions);
  const phone = await pocket.newPage();
  await phone.goto('/remote');
  await expect(phone.getByRole('heading', { name: 'No code' })).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  // Checked before there is a code, because a code expires after a minute.
  await phone.goto('/remote#not-a-code');
  await expect(phone.getByRole('textbox', { name: 'Name of this phone' })).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  const address = await pairingAddress(view);
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Connect' }).click();
  await expect(phone.getByText('Waiting for confirmation')).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  const asked = view.getByRole('dialog');
  await expect(asked.getByRole('button', { name: 'Allow' })).toBeVisible();
  await expectAccessibleInEveryLook(view);
  await asked.getByRole('button', { name: 'Allow' }).click();
  await phone.getByRole('button', { name: 'Pointer' }).click();
  await phone.getByRole('button', { name: 'Black' }).click();
  await expect(phone.getByRole('button', { name: 'Show the slide' })).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  // The dialog has closed itself.
  await view.getByRole('button', { name: 'Phone as remote' }).click();
  await expect(asked.getByRole('button', { name: /^Disconnect/ })).toBeVisible();
  await expectAccessibleInEveryLook(view);

  await pocket.setOffline(true);
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByText(/^The command was not sent/)).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  await pocket.setOffline(false);
  await asked.getByRole('button', { name: /^Disconnect/ }).click();
  await expect(phone.getByRole('heading', { name: 'Disconnected' })).toBeVisible();
  await expectAccessibleInEveryLook(phone);
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Connect' }).click();
  await expect(phone.getByRole('heading', { name: 'This code no longer works' })).toBeVisible();
  await expectAccessibleInEveryLook(phone);
});
