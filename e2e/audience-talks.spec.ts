import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expectCode } from '#e2e/support/qr-code.ts';
import { revealModuleDeck } from '#e2e/support/real-decks.ts';
import { endTalk, expectSlideInView, follow, openToVisitors, startTalk } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['One', '<p class="fragment">First</p><p class="fragment">Second</p>', 'Three', 'Four', 'Five'];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

const addressOn = (page: Page) => page.getByRole('region', { name: 'Address of the talk' });
const typed = (url: string) => url.replace('https://', '');
const blackScreen = (page: Page) => page.getByRole('button', { name: /^The screen is black/ });

test('a visitor follows a talk although what that needs could not be loaded when it began', async ({
  anotherBrowser,
  page: view,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_FAILED/);
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: SLIDES }) });
  const url = await openToVisitors(view, deck.id);
  const page = await (await anotherBrowser()).newPage();
  await page.route(/\/following-[^/]*\.js$/, (route) => route.abort(), { times: 2 });
  await page.goto(url);
  await expect(page.getByText(`${user.name} has not begun yet.`)).toBeVisible();
  await startTalk(view);
  await view.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 5);
});

test('visitors without an account wait for a talk, follow it, leave the presenter, come back and learn of the end', async ({
  anotherBrowser,
  page: view,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: SLIDES }) });
  const url = await openToVisitors(view, deck.id);
  await view.getByRole('button', { name: 'Link for the audience' }).click();
  await expectCode(view.getByRole('dialog').getByRole('img', { name: 'QR code of “Audience”' }), url);
  await expectAccessible(view);
  await view.keyboard.press('Escape');

  const [laptop, phone] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser(PHONE)).newPage()];
  for (const page of [laptop, phone]) {
    await page.goto(url);
    await expect(page.getByText(`${user.name} has not begun yet.`)).toBeVisible();
    await expectAccessible(page);
  }
  await phone.getByRole('button', { name: 'Look at the slides' }).click();
  await expect(phone.getByText('The talk has not begun yet.')).toBeVisible();

  await startTalk(view);
  for (const page of [laptop, phone]) await expect(page.getByText(`Following ${user.name}`)).toBeAttached();
  await expect(view.getByRole('status').filter({ hasText: 'Presenting' })).toContainText('2 visitors are looking');
  await view.keyboard.press('ArrowRight');
  for (const page of [laptop, phone]) await expectPosition(page, 2, 5);
  await view.keyboard.press('ArrowRight');
  for (const page of [laptop, phone]) {
    await expect(slide(page).getByText('First')).toBeVisible();
    await expect(slide(page).getByText('Second')).toBeHidden();
  }
  await view.keyboard.press('b');
  for (const page of [laptop, phone]) await expect(blackScreen(page)).toBeVisible();
  await view.keyboard.press('b');
  for (const page of [laptop, phone]) await expect(blackScreen(page)).toHaveCount(0);

  await view.keyboard.press('l');
  const { x = 0, y = 0, width = 0, height = 0 } = (await view.locator('.laser-field').boundingBox()) ?? {};
  await untilPainted(view);
  await view.mouse.move(x + width / 2, y + height / 2);
  await expect(laptop.locator('.audience-laser[data-lit="true"]')).toBeAttached();
  await view.keyboard.press('l');
  await expect(laptop.locator('.audience-laser[data-lit="false"]')).toBeAttached();

  const stroke = {
    id: 'a',
    tool: 'line',
    color: '#d9542b',
    width: 8,
    points: [
      [100, 100],
      [400, 300],
    ],
  };
  const drawn = await context.request.post(`/api/decks/${deck.id}/annotations/1/strokes`, { data: { add: [stroke] } });
  expect(drawn.status()).toBe(200);
  for (const page of [laptop, phone]) await expect(page.locator('.audience-drawing path')).toHaveCount(1);
  await context.request.post(`/api/decks/${deck.id}/annotations/1/strokes`, { data: { erase: ['a'] } });
  for (const page of [laptop, phone]) await expect(page.locator('.audience-drawing path')).toHaveCount(0);

  // One leaves the presenter and comes back; the other one stays.
  await laptop.keyboard.press('End');
  await expect(laptop.getByText('You are looking around on your own.')).toBeVisible();
  await expectAccessible(laptop);
  await view.keyboard.press('End');
  await view.keyboard.press('ArrowLeft');
  await expectSlideInView(view, 4);
  await expectPosition(phone, 4, 5);
  await expectPosition(laptop, 5, 5);
  await laptop.getByRole('button', { name: `Back to ${user.name}` }).click();
  await expectPosition(laptop, 4, 5);

  const late = await (await anotherBrowser()).newPage();
  await late.goto(url);
  await expectPosition(late, 4, 5);
  await expect(late.getByText(`Following ${user.name}`)).toBeAttached();

  await endTalk(view);
  for (const page of [laptop, phone, late])
    await expect(page.getByText(`The talk by ${user.name} is over. The slides stay here`)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Dismiss' }).click();
  await expect(phone.getByText(/is over/)).toHaveCount(0);
  expect(await late.context().cookies()).toEqual([]);
});

test('one key shows the address of the talk to everyone: before the talk for people with an account, then the short one', async ({
  anotherBrowser,
  page: view,
  context,
  user,
}) => {
  const bytes = await plainDeck({ slides: SLIDES });
  const deck = await uploadDeck(context.request, { bytes, title: 'Figures', visibility: 'team' });
  const stage = await context.newPage();
  await openDeck(stage, deck.id, 1);
  await stage.keyboard.press('a');
  const onStage = addressOn(stage);
  await expect(onStage.getByText(/\/decks\/.*#follow=/)).toBeVisible();
  await expectAccessibleInEveryLook(stage);
  await stage.keyboard.press('a');
  await expect(onStage).toHaveCount(0);

  const url = await openToVisitors(view, deck.id);
  await stage.keyboard.press('a');
  await expect(onStage.getByText(typed(url))).toBeVisible();
  await stage.keyboard.press('Escape');
  await expect(onStage).toHaveCount(0);

  const visitor = await (await anotherBrowser(PHONE)).newPage();
  await visitor.goto(url);
  await startTalk(view);
  await expect(visitor.getByText(/^Following/)).toBeAttached();
  const follower = await follow(await anotherBrowser({ as: 'Ben' }), deck.id, user.name);
  await view.keyboard.press('a');
  await expect(view.getByText('The audience sees the address of the talk').first()).toBeVisible();
  for (const page of [stage, visitor, follower]) {
    await expect(addressOn(page).getByText(typed(url))).toBeVisible();
    await expectCode(addressOn(page).getByRole('img', { name: 'QR code of the address' }), url);
  }
  await expectAccessible(visitor);
  // The link is not valid any more: who may read the deck can still follow.
  await view.getByRole('button', { name: 'Link for the audience' }).click();
  await view.getByRole('button', { name: 'Close the talk to visitors' }).click();
  for (const page of [stage, follower]) await expect(addressOn(page).getByText(/#follow=/)).toBeVisible();
  await view.getByRole('button', { name: 'Show the slide again' }).click();
  for (const page of [stage, visitor, follower]) await expect(addressOn(page)).toHaveCount(0);
});

test('steps of a deck with its own runtime are followed; at the end visitors may keep the slides if the link allows it', async ({
  anotherBrowser,
  page: view,
  context,
  user,
  pageErrors,
}) => {
  // The page asks why its link has ended.
  pageErrors.expect(/Failed to load resource.*\/api\/shared\//);
  const deck = await uploadDeck(context.request, { bytes: await revealModuleDeck() });
  const url = await openToVisitors(view, deck.id);
  const links = (await (await context.request.get(`/api/decks/${deck.id}/links`)).json()) as { items: { id: string }[] };
  const link = `/api/decks/${deck.id}/links/${links.items[0]?.id ?? ''}`;
  await context.request.patch(link, { data: { allowDownload: true } });
  await startTalk(view);
  await view.keyboard.press('ArrowRight');
  await expectSlideInView(view, 2);
  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(url);
  await expectPosition(visitor, 2, 4);
  await expect(visitor.getByText(`Following ${user.name}`)).toBeAttached();
  await view.keyboard.press('Home');
  await expectPosition(visitor, 1, 4);

  await endTalk(view);
  await expect(visitor.getByText(`The talk by ${user.name} is over. You may download the slides.`)).toBeVisible();
  const downloading = visitor.waitForEvent('download');
  await visitor.getByRole('complementary', { name: 'Talk' }).getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.stage$/);

  // The end of the link is the end of the page.
  await context.request.delete(link);
  await expect(visitor.getByText('There is nothing at this link')).toBeVisible();
});
