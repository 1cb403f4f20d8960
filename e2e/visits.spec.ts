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
  page.on('request', (request) => /\/visits/.test(request.url()) && asked.push(request.postData() ?? ''));
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
