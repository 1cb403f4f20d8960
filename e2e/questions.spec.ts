import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, slide } from '#e2e/support/player.ts';
import { expectSlideInView, follow, openToVisitors, startTalk } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';
import { linkListSchema } from '#shared/links.ts';

// With reduced motion, reactions do not float.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };
const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> ${1} {{text}}';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Questions' });
const itemIn = (page: Page, text: string) => panelOf(page).getByRole('listitem').filter({ hasText: text });

async function ask(page: Page, text: string, name = ''): Promise<void> {
  await panelOf(page).getByLabel('Your question to the presenter').fill(text);
  if (name !== '') await panelOf(page).getByLabel('Your name').fill(name);
  await panelOf(page).getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(panelOf(page).getByText('Your question was sent.')).toBeVisible();
}

test('visitors ask and vote, and the presenter shows, answers, hides and saves questions', async ({
  anotherBrowser,
  page: view,
  context,
  user: _,
}) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['One', 'Two'] }) });
  const url = await openToVisitors(view, deck.id);

  // Switched on before the talk; off unless the presenter does.
  await view.getByRole('button', { name: 'Questions' }).click();
  for (const name of ['Take questions', 'Take reactions']) {
    await expect(panelOf(view).getByRole('switch', { name })).not.toBeChecked();
    await panelOf(view).getByRole('switch', { name }).click();
  }
  const [laptop, phone] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser(PHONE)).newPage()];
  await laptop.goto(url);
  await expect(laptop.getByText(/has not begun yet/)).toBeVisible();
  await expect(laptop.getByRole('button', { name: 'Questions' })).toHaveCount(0);
  await startTalk(view);

  await laptop.getByRole('button', { name: 'Questions' }).click();
  await ask(laptop, HOSTILE, '<i>Eve</i>');
  await ask(laptop, 'When is lunch?');
  await expectAccessible(laptop);

  // Someone who comes late sees what was asked, and votes once.
  await phone.goto(url);
  await phone.getByRole('button', { name: /Questions/ }).click();
  const vote = itemIn(phone, 'When is lunch?').getByRole('button', { name: /^Vote for/ });
  await vote.click();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await expect(panelOf(phone).getByRole('listitem').first()).toContainText('When is lunch?');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(phone);
  await phone.reload();
  await phone.getByRole('button', { name: /Questions/ }).click();
  await expect(itemIn(phone, 'When is lunch?').getByRole('button', { name: /^Vote for/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await expect(panelOf(view).locator('.question-list').getByRole('listitem')).toContainText(['When is lunch?', '<img src=x']);
  await expectAccessible(view);

  // On the stage, as text.
  const hostile = itemIn(view, '<img src=x');
  await hostile.getByRole('button', { name: 'Show' }).click();
  for (const page of [laptop, phone]) {
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    const shown = page.getByRole('region', { name: 'Question', exact: true });
    await expect(shown).toContainText(HOSTILE);
    await expect(shown).toContainText('<i>Eve</i>');
    await expect(page.locator('.question-screen :is(img, b, i)')).toHaveCount(0);
  }
  await expect(hostile.getByRole('button', { name: 'Show' })).toHaveAttribute('aria-pressed', 'true');
  await hostile.getByRole('button', { name: 'Show' }).click();
  await expect(laptop.getByRole('region', { name: 'Question', exact: true })).toHaveCount(0);
  await expect(slide(laptop).getByText('One')).toBeVisible();

  await itemIn(view, 'When is lunch?').getByRole('button', { name: 'Answered' }).click();
  await hostile.getByRole('button', { name: 'Hide' }).click();
  await laptop.getByRole('button', { name: /Questions/ }).click();
  await expect(itemIn(laptop, 'When is lunch?')).toContainText('Answered');
  await expect(itemIn(laptop, '<img')).toHaveCount(0);

  // Reactions rise over the slide, also in the window that the audience sees, if the presenter wants them.
  const stage = await context.newPage();
  await openDeck(stage, deck.id, 1);
  const floating = [view, stage].map((page) => page.locator('.floating-reactions'));
  for (const place of floating) await expect(place).toHaveCount(0);
  const float = panelOf(view).getByRole('switch', { name: /^Reactions rise over the slide/ });
  await float.click();
  for (const place of floating) await expect(place).toBeAttached();
  const risen = floating.map((place) => place.getByText('👏').waitFor());
  await laptop.getByRole('button', { name: 'Applause' }).click();
  await Promise.all(risen);
  await expect(view.locator('.reaction-sums')).toContainText('Applause 1');
  await float.click();
  for (const place of floating) await expect(place).toHaveCount(0);
  await stage.close();

  // The form keeps the name for the next question.
  const download = view.waitForEvent('download');
  await panelOf(view).getByRole('button', { name: 'Close' }).click();
  await view.getByRole('button', { name: 'Questions' }).click();
  await panelOf(view).getByRole('button', { name: 'CSV: This talk' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(',1,answered,<i>Eve</i>,When is lunch?\r\n');
  expect(csv).toContain(',0,hidden,<i>Eve</i>,"<img src=x');
});

test('what a visitor has begun to ask is kept when questions are closed, the link is paused, and it works again', async ({
  anotherBrowser,
  page: view,
  context,
  user: _,
  pageErrors,
}) => {
  pageErrors.expect(/410 \(Gone\).*\/api\/shared\//);
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['One', 'Two'] }) });
  const url = await openToVisitors(view, deck.id);
  await view.getByRole('button', { name: 'Questions' }).click();
  const taking = panelOf(view).getByRole('switch', { name: 'Take questions' });
  await taking.click();
  await startTalk(view);
  const visitor = await (await anotherBrowser(PHONE)).newPage();
  await visitor.goto(url);
  await visitor.getByRole('button', { name: 'Questions' }).click();
  const field = panelOf(visitor).getByLabel('Your question to the presenter');
  await field.fill(HOSTILE);
  await expect(panelOf(visitor).getByText('No one has asked anything yet.')).toBeVisible();

  await taking.click();
  await expect(panelOf(visitor).getByText('The presenter takes no questions now.')).toBeVisible();
  await expect(field).toHaveValue(HOSTILE);
  await expect(panelOf(visitor).getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
  await taking.click();
  await expect(panelOf(visitor).getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();

  const { items } = linkListSchema.parse(await (await context.request.get(`/api/decks/${deck.id}/links`)).json());
  const pause = (paused: boolean) =>
    context.request.patch(`/api/decks/${deck.id}/links/${items[0]?.id ?? ''}`, { data: { paused } });
  expect((await pause(true)).status()).toBe(200);
  await expect(visitor.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await expect(visitor.getByLabel('Your question, which was not sent')).toHaveValue(HOSTILE);
  await expectAccessible(visitor);
  expect((await pause(false)).status()).toBe(200);
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Questions' }).click();
  await expect(field).toHaveValue(HOSTILE);
  await panelOf(visitor).getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(itemIn(visitor, HOSTILE)).toBeVisible();
  await expect(field).toHaveValue('');
});

test('what a member has begun to ask is kept while they browse, when questions are closed and when the page is loaded again', async ({
  anotherBrowser,
  page: view,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['One', 'Two'] }), visibility: 'team' });
  await view.goto(`/decks/${deck.id}/present`);
  await expectSlideInView(view, 1);
  await startTalk(view);
  await view.getByRole('button', { name: 'Questions' }).click();
  const taking = panelOf(view).getByRole('switch', { name: 'Take questions' });
  await taking.click();
  const follower = await follow(await anotherBrowser({ as: 'Ben' }), deck.id, user.name);
  await follower.getByRole('button', { name: 'Questions' }).click();
  const field = panelOf(follower).getByLabel('Your question to the presenter');
  await field.fill(HOSTILE);
  await expect(panelOf(follower).getByText('No one has asked anything yet.')).toBeVisible();

  await taking.click();
  await expect(panelOf(follower).getByText('The presenter takes no questions now.')).toBeVisible();
  await expect(field).toHaveValue(HOSTILE);
  await expect(panelOf(follower).getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
  await expectAccessible(follower);
  await taking.click();
  await expect(panelOf(follower).getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
  await expect(panelOf(follower).getByText('The presenter takes no questions now.')).toHaveCount(0);

  await panelOf(follower).getByRole('button', { name: 'Close' }).click();
  await follower.keyboard.press('End');
  await follower.getByRole('button', { name: `Back to ${user.name}` }).click();
  await follower.getByRole('button', { name: 'Questions' }).click();
  await expect(field).toHaveValue(HOSTILE);
  await follower.reload();
  await follower.getByRole('button', { name: 'Questions' }).click();
  await expect(field).toHaveValue(HOSTILE);
  await panelOf(follower).getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(itemIn(follower, HOSTILE)).toBeVisible();
  await expect(field).toHaveValue('');
  await follower.reload();
  await follower.getByRole('button', { name: 'Questions' }).click();
  await expect(itemIn(follower, HOSTILE)).toBeVisible();
  await expect(field).toHaveValue('');
});
