import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { type Link, linkSchema } from '#shared/links.ts';
import { type Visit, visitListSchema } from '#shared/visits.ts';

const TITLE = 'Plans <img src=x onerror=document.title=1>';

async function deckWithLink(request: APIRequestContext, wish: Partial<Link> & { password?: string } = {}) {
  const bytes = await plainDeck({ title: TITLE, slides: ['One', 'Two', 'Three'] });
  const deck = await uploadDeck(request, { title: TITLE, bytes });
  const response = await request.post(`/api/decks/${deck.id}/links`, { data: wish });
  const link = linkSchema.parse(await response.json());
  const visits = async (): Promise<Visit[]> => {
    const list = await request.get(`/api/decks/${deck.id}/links/${link.id}/visits`);
    return visitListSchema.parse(await list.json()).items;
  };
  return { deck, link, visits };
}

test('a visit is counted with its slides, without cookies, and the page says so', async ({
  context,
  user: _,
  anotherBrowser,
}) => {
  const { link, visits } = await deckWithLink(context.request);
  const page = await (await anotherBrowser()).newPage();
  await page.goto(link.url);
  await expectPosition(page, 1, 3);
  await expect.poll(async () => (await visits()).length).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await page.getByRole('button', { name: 'About this page' }).click();
  await expect(page.getByText('This page counts visits')).toBeVisible();
  await expectAccessible(page);
  // The page reports when it is left.
  await page.goto('about:blank');
  await expect.poll(async () => (await visits())[0]?.slides.map(({ index }) => index)).toEqual([0, 1]);
  const [visit] = await visits();
  expect(visit).toMatchObject({ device: 'computer', name: null, email: null });
  expect(visit?.durationMs).toBeGreaterThan(0);
  expect(await page.context().cookies()).toEqual([]);
});

test('of a browser that asks not to be tracked, only the visit is counted', async ({ context, user: _, anotherBrowser }) => {
  const { link, visits } = await deckWithLink(context.request);
  const privately = await anotherBrowser({ extraHTTPHeaders: { 'Sec-GPC': '1' } });
  await privately.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  const page = await privately.newPage();
  const asked: string[] = [];
  page.on('request', (request) => /\/api\/.*\/visits/.test(request.url()) && asked.push(request.postData() ?? ''));
  await page.goto(link.url);
  await expectPosition(page, 1, 3);
  await expect.poll(async () => (await visits()).length).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await page.getByRole('button', { name: 'About this page' }).click();
  await expect(page.getByText('Because your browser asks not to be tracked')).toBeVisible();
  await page.goto('about:blank');
  expect(asked).toEqual(['{}']);
  expect((await visits())[0]).toMatchObject({ slides: [], durationMs: 0, referrerHost: null });
});

test('a link that asks for a name shows the deck when it has one, and asks only once', async ({
  context,
  user: _,
  anotherBrowser,
  pageErrors,
}) => {
  pageErrors.expect(/Failed to load resource.*\/api\/shared\//);
  const { link, visits } = await deckWithLink(context.request, { askFor: 'email' });
  const page = await (await anotherBrowser()).newPage();
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(link.url);
  const field = page.getByLabel('Email address');
  await expect(field).toBeFocused();
  await expect(page.getByText('With what you enter, the person sees')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await field.fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expectPosition(page, 1, 3);
  await expect.poll(async () => (await visits()).map(({ email }) => email)).toEqual(['ada@example.com']);
  await page.reload();
  await expectPosition(page, 1, 3);
  await expect.poll(async () => (await visits()).map(({ email }) => email)).toEqual(['ada@example.com', 'ada@example.com']);
});

test('who may edit the deck sees its visits on a page, in the dialog and in a file', async ({
  page,
  context,
  user: _,
  anotherBrowser,
}) => {
  const { deck, link, visits } = await deckWithLink(context.request, { name: 'For <b>customers</b>' });
  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(link.url);
  await expectPosition(visitor, 1, 3);
  // Times are counted from the beginning of the visit.
  await expect.poll(async () => (await visits()).length).toBe(1);
  await visitor.keyboard.press('ArrowRight');
  await expectPosition(visitor, 2, 3);
  // A name can be sent although the link asks for none. It stays text wherever it is shown.
  const name = '=<img src=x onerror=document.title=1>';
  expect((await context.request.post(`${link.url.replace('/s/', '/api/shared/')}/visits`, { data: { name } })).status()).toBe(
    201,
  );
  await page.goto(`/decks/${deck.id}/visits`);
  await expect(page.getByText('2 people are looking now')).toBeVisible();
  await visitor.goto('about:blank');
  const rows = page.getByRole('list', { name: 'Each visit' }).getByRole('strong');
  await expect(rows).toHaveText([name, 'Someone']);
  await expect
    .poll(async () => {
      await page.reload();
      await expect(rows.first()).toBeVisible();
      return page.getByRole('list', { name: 'Time on each slide' }).getByRole('listitem').count();
    })
    .toBe(2);
  const slides = page.getByRole('table', { name: 'Slides' }).getByRole('row');
  await expect(slides).toHaveCount(4);
  await expect(slides.nth(2).getByRole('cell').last()).toHaveText('1');
  // The arrow keys choose a day of the chart, the last of which is today.
  await page.getByLabel('Range').selectOption('7 days');
  await page.getByRole('application', { name: 'Visits by day' }).focus();
  const chosen = page.getByRole('status').filter({ hasText: 'Visitors' });
  for (const numbers of [/Visits0Visitors0$/, ...Array.from({ length: 5 }, () => /Visits0/), /Visits2Visitors1$/]) {
    await expect(chosen).toHaveText(numbers);
    await page.keyboard.press('ArrowRight');
  }
  await page.getByText('As a table').click();
  await expect(page.getByRole('table', { name: 'Visits by day' }).getByRole('row').nth(1)).toContainText('2');
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/visits-${width}.png`, fullPage: true });
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`'${name}`);
  await expect(page).toHaveTitle(/^Visits of Plans/);
});
