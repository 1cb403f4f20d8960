import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { revealModuleDeck } from '#e2e/support/real-decks.ts';
import { expectSlideInView, follow, present, startTalk } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['One', '<p class="fragment">First</p><p class="fragment">Second</p>', 'Three', 'Four', 'Five'];

test('followers see slide, step and blank screen, browse on their own, come back and learn of the end', async ({
  anotherBrowser,
  page: stage,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await plainDeck({ slides: SLIDES }) });
  const ben = await anotherBrowser({ as: 'Ben' });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const follower = await follow(ben, deck.id, user.name);
  await expect(view.getByText('1 person is following')).toBeVisible();

  // Both windows of the presenter move the talk, and their own moves do not come back to them.
  await view.keyboard.press('ArrowRight');
  for (const page of [stage, follower]) await expectPosition(page, 2, 5);
  await stage.keyboard.press('ArrowRight');
  await expect(slide(follower).getByText('First')).toBeVisible();
  await expect(slide(follower).getByText('Second')).toBeHidden();
  await view.keyboard.press('b');
  for (const page of [stage, follower]) await expect(page.getByRole('button', { name: /^The screen is black/ })).toBeVisible();
  await view.keyboard.press('b');
  await expect(follower.getByRole('button', { name: /^The screen is black/ })).toHaveCount(0);

  await follower.keyboard.press('End');
  await expect(follower.getByText('You are browsing on your own')).toBeVisible();
  await expect(view.getByText('no one is following yet')).toBeVisible();
  await stage.keyboard.press('End');
  await stage.keyboard.press('ArrowLeft');
  await expectSlideInView(view, 4);
  await expectPosition(follower, 5, 5);
  await follower.getByRole('button', { name: `Back to ${user.name}` }).click();
  await expectPosition(follower, 4, 5);

  // A late follower uses the link for the audience; another reloads the page.
  const late = await ben.newPage();
  await late.goto(`/decks/${deck.id}#follow`);
  await expectPosition(late, 4, 5);
  await follower.reload();
  await expect(follower.getByText(`Following ${user.name}`)).toBeAttached();
  await late.close();

  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await expect(follower.getByText(`The talk by ${user.name} has ended.`)).toBeVisible();
  await expect(view.getByRole('button', { name: 'Start talk' })).toBeVisible();
  await follower.keyboard.press('Home');
  await expectPosition(follower, 1, 5);
  await ben.close();
});

test('the link for the audience follows its presenter: opened early, after signing in, and beside another talk', async ({
  accounts,
  anotherBrowser,
  page: stage,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await plainDeck({ slides: SLIDES }) });
  await stage.goto(`/decks/${deck.id}/present`);
  await stage.getByRole('button', { name: 'Link for the audience' }).click();
  const dialog = stage.getByRole('dialog', { name: 'Link for the audience' });
  await expect(dialog).toContainText('follow you as soon as you start the talk');
  await expect(dialog).toContainText('Everyone with an account can open it');
  const link = await dialog.locator('.pairing-address').innerText();
  await stage.keyboard.press('Escape');

  // Before the talk, also after a reload and a look at another slide.
  const early = await (await anotherBrowser({ as: 'Ben' })).newPage();
  await early.goto(link);
  await expect(early.getByText('The talk has not started.')).toBeVisible();
  await early.reload();
  await expect(early.getByText('The talk has not started.')).toBeVisible();
  await early.keyboard.press('ArrowRight');
  await expectPosition(early, 2, 5);

  // Someone else is presenting the same deck already.
  const cleo = await (await anotherBrowser({ as: 'Cleo' })).newPage();
  await openDeck(cleo, deck.id, 3);
  await present(cleo, 3);
  await expect(early.getByText('Following Cleo')).toBeAttached();

  await stage.keyboard.press('End');
  await startTalk(stage);
  await stage.getByRole('button', { name: 'Link for the audience' }).click();
  await expect(dialog).toContainText('see your slides at once');

  const account = await accounts.anAccount({ name: 'Dora' });
  const late = await (await anotherBrowser()).newPage();
  await late.goto(link);
  await late.getByLabel('Email').fill(account.email);
  await late.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await late.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(late.getByText(`Following ${user.name}`)).toBeAttached();
  await expectPosition(late, 5, 5);
});

test('steps of a deck with its own runtime are followed, also by late followers', async ({
  anotherBrowser,
  page: stage,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await revealModuleDeck() });
  const ben = await anotherBrowser({ as: 'Ben' });
  await openDeck(stage, deck.id, 1);
  await expectPosition(stage, 1, 4);
  const view = await present(stage);
  await expectPosition(view, 1, 4);
  for (let step = 0; step < 3; step += 1) await view.keyboard.press('ArrowRight');
  await expectPosition(stage, 3, 4);
  const follower = await follow(ben, deck.id, user.name);
  await expectPosition(follower, 3, 4);
  await ben.close();
});

test('a talk is handed over, and the previous presenter follows', async ({ anotherBrowser, page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await plainDeck({ slides: SLIDES }) });
  const ben = await anotherBrowser({ as: 'Ben' });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const other = await follow(ben, deck.id, user.name);
  await view.getByRole('button', { name: 'Hand over' }).click();
  await view.getByRole('button', { name: 'Hand over to Ben' }).click();
  await expect(other.getByText(`${user.name} has handed the talk over to you. You are presenting now.`)).toBeVisible();
  await expect(stage.getByText('Ben is presenting now. You are following.')).toBeVisible();
  await other.keyboard.press('End');
  await expectPosition(stage, 5, 5);
  await expectSlideInView(view, 5);
  await ben.close();
});

test('followers see that the presenter is offline, and the talk continues on reconnection', async ({
  anotherBrowser,
  pageErrors,
  page: stage,
  context,
  user,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const deck = await uploadDeck(context.request, { visibility: 'team', bytes: await plainDeck({ slides: SLIDES }) });
  const ben = await anotherBrowser({ as: 'Ben' });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const follower = await follow(ben, deck.id, user.name);

  // Without a connection the windows of one browser stay in sync; others catch up later.
  await context.setOffline(true);
  await expect(view.getByText('No connection')).toBeVisible();
  await view.keyboard.press('End');
  await expect(stage).toHaveURL(/\/5$/);
  await context.setOffline(false);
  await expectPosition(follower, 5, 5);

  await view.close();
  await stage.close();
  await expect(follower.getByText(`${user.name} is not connected.`)).toBeVisible();
  // A link to a slide shows that slide, and moves no one.
  const linked = await context.newPage();
  await openDeck(linked, deck.id, 3);
  await expect(linked.getByText('You are presenting')).toBeAttached();
  await expectPosition(linked, 3, 5);
  await expectPosition(follower, 5, 5);
  await linked.keyboard.press('Home');
  await expectPosition(follower, 1, 5);
  await ben.close();
});
