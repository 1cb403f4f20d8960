import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, slide } from '#e2e/support/player.ts';
import { strictBrowser } from '#e2e/support/strict-browser.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { Link } from '#shared/links.ts';

const TITLE = 'Plans <img src=x onerror=document.title=1>';

test.beforeEach(({ pageErrors }) => {
  // Refusals are responses with an error status, which the browser reports.
  pageErrors.expect(/Failed to load resource.*\/(?:api\/shared|s|embed)\//);
});

async function createLink(
  request: APIRequestContext,
  deckId: string,
  wish: Partial<Link> & { password?: string } = {},
): Promise<Link> {
  const response = await request.post(`/api/decks/${deckId}/links`, { data: wish });
  expect(response.status()).toBe(201);
  return (await response.json()) as Link;
}

async function deckWithLink(request: APIRequestContext, wish?: Parameters<typeof createLink>[2]) {
  const bytes = await plainDeck({ title: TITLE, slides: ['One', 'Two', 'Three'], notes: ['From the author'] });
  const deck = await uploadDeck(request, { title: TITLE, bytes });
  return { deck, link: await createLink(request, deck.id, wish) };
}

const word = (page: Page, text: string) => slide(page).getByText(text, { exact: true });

test('two visitors without an account look at a deck, each at their own slide', async ({ context, user: _, anotherBrowser }) => {
  const { deck, link } = await deckWithLink(context.request, { showNotes: true });
  await context.request.put(`/api/decks/${deck.id}/notes/1`, { data: { body: 'Say <b>hello</b>' } });
  const [one, other] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser()).newPage()];
  await one.goto(link.url);
  await other.goto(`${link.url}#3`);
  await expect(word(one, 'One')).toBeVisible();
  await expect(word(other, 'Three')).toBeVisible();
  await expect(other.getByRole('heading', { name: TITLE, exact: true })).toBeAttached();

  await one.keyboard.press('ArrowRight');
  await expectPosition(one, 2, 3);
  await expect(one).toHaveURL(/#2$/);
  await one.keyboard.press('Shift+N');
  await expect(one.getByRole('complementary', { name: 'Notes' })).toContainText('Say <b>hello</b>');
  await expectAccessible(one);
  await one.keyboard.press('o');
  const overview = one.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('button', { name: '2 Slide 2' })).toBeFocused();
  await one.keyboard.press('ArrowRight');
  await one.keyboard.press('Enter');
  await expectPosition(one, 3, 3);
  // The deck ends once its last slide has reported that it has no more steps.
  await expect(one.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'false');
  await one.keyboard.press('ArrowRight');
  await expect(one.getByText('End of deck')).toBeVisible();
  await expectPosition(other, 3, 3);
  expect(await one.context().cookies()).toEqual([]);
  await expect(one).toHaveTitle(TITLE);
});

test('a link with a password asks for it and for nothing else, and shows the deck when it is right', async ({
  context,
  user: _,
  anotherBrowser,
}) => {
  const { link } = await deckWithLink(context.request, { password: 'open sesame', askFor: 'email' });
  const page = await (await anotherBrowser()).newPage();
  await page.goto(link.url);
  const field = page.getByLabel('Password');
  await expect(field).toBeFocused();
  expect(await page.content()).not.toContain('Plans');
  await page.keyboard.type('open barley');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the password.')).toBeVisible();
  await expect(field).toHaveValue('open barley');
  await expectAccessible(page);
  await field.fill('open sesame');
  await page.keyboard.press('Enter');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(word(page, 'One')).toBeVisible();
  await page.reload();
  await expect(word(page, 'One')).toBeVisible();
  // Nothing is requested that a link without notes refuses.
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog', { name: 'Overview' }).getByRole('button', { name: '2 Slide 2' })).toBeVisible();
});

test('an open page says so when its link is paused, and an unknown link shows nothing', async ({
  context,
  user: _,
  anotherBrowser,
}) => {
  const { deck, link } = await deckWithLink(context.request);
  const page = await (await anotherBrowser()).newPage();
  await page.goto(link.url);
  await expect(word(page, 'One')).toBeVisible();
  const paused = await context.request.patch(`/api/decks/${deck.id}/links/${link.id}`, { data: { paused: true } });
  expect(paused.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/s/nothing-is-here');
  await expect(page.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible();
});

/** A website at another port, with one page. */
async function startWebsite(body: string) {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const embedding = (
  address: string,
): string => `<!doctype html><title>Elsewhere</title><iframe src="${address}" width="640" height="360"></iframe>
<output></output><script>
addEventListener('message', ({ source, data }) => {
  if (source === document.querySelector('iframe').contentWindow) document.querySelector('output').textContent = JSON.stringify(data);
});
</script>`;

test('another website embeds the deck and steers it, if the link allows that', async ({
  context,
  user: _,
  anotherBrowser,
  pageErrors,
}) => {
  pageErrors.expect(/frame-ancestors/);
  const { deck, link } = await deckWithLink(context.request, { allowEmbedding: true });
  await using website = await startWebsite(embedding(link.url.replace('/s/', '/embed/')));
  const page = await (await anotherBrowser()).newPage();
  await page.goto(website.url);
  const told = page.locator('output');
  await expect(told).toHaveText('{"lectern":"position","slide":1,"count":3,"ended":false}');
  await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage({ lectern: 'goTo', slide: 3 }, '*'));
  await expect(told).toHaveText('{"lectern":"position","slide":3,"count":3,"ended":false}');
  await expect(page.frameLocator('iframe').frameLocator('iframe[data-current="true"]').getByText('Three')).toBeVisible();

  const closed = await context.request.patch(`/api/decks/${deck.id}/links/${link.id}`, { data: { allowEmbedding: false } });
  expect(closed.status()).toBe(200);
  // The frame that is open says so; loaded again, the browser refuses it.
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'These slides are no longer shown here' })).toBeVisible();
  await expect(page.frameLocator('iframe').locator('iframe')).toHaveCount(0);
  await page.reload();
  await expect(page.frameLocator('iframe').locator('#audience')).toHaveCount(0);
});

test('only the websites that the link names can embed the deck, and a frame ends when its website is taken off', async ({
  context,
  user: _,
  anotherBrowser,
  pageErrors,
}) => {
  pageErrors.expect(/frame-ancestors/);
  const { deck, link } = await deckWithLink(context.request, { allowEmbedding: true });
  const change = async (embedOrigins: string[]) => {
    const changed = await context.request.patch(`/api/decks/${deck.id}/links/${link.id}`, { data: { embedOrigins } });
    expect(changed.status()).toBe(200);
  };
  await using website = await startWebsite(embedding(link.url.replace('/s/', '/embed/')));
  await using other = await startWebsite(embedding(link.url.replace('/s/', '/embed/')));
  await change([new URL(website.url).origin]);
  const [page, elsewhere] = [await (await anotherBrowser()).newPage(), await (await anotherBrowser()).newPage()];
  await elsewhere.goto(other.url);
  await page.goto(website.url);
  const shown = page.frameLocator('iframe').frameLocator('iframe[data-current="true"]').getByText('One');
  await expect(shown).toBeVisible();
  await expect(elsewhere.frameLocator('iframe').locator('#audience')).toHaveCount(0);

  await change([new URL(other.url).origin]);
  await expect(page.frameLocator('iframe').locator('#audience')).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.frameLocator('iframe').frameLocator('iframe[data-current="true"]').getByText('One')).toBeVisible();
});

/** What a page may store where it is: nothing, in a frame of another site whose storage is blocked. */
const storageOf = () => {
  const tried = (store: () => unknown): string => {
    try {
      return String(store());
    } catch (thrown) {
      return thrown instanceof Error ? thrown.name : '';
    }
  };
  const cookie = (): string => {
    document.cookie = 'tried=1; SameSite=None; Secure';
    return document.cookie;
  };
  return [tried(cookie), tried(() => sessionStorage.length), tried(() => localStorage.length)];
};

test('an embedded deck with a password and a question works where the browser blocks storage and cookies of other sites', async ({
  context,
  user: _,
  pageErrors,
}) => {
  const wish = { allowEmbedding: true, password: 'sesame', askFor: 'name' } as const;
  const { link } = await deckWithLink(context.request, wish);
  await using website = await startWebsite(embedding(link.url.replace('/s/', '/embed/')));
  await using strict = await strictBrowser();
  pageErrors.watch(strict.context);
  const page = await strict.context.newPage();
  await page.goto(website.url);
  const embedded = page.frameLocator('iframe');
  const password = embedded.getByLabel('Password');
  await password.fill('wrong');
  await password.press('Enter');
  await expect(embedded.getByText('This is not the password.')).toBeVisible();
  const frame = page.frames().find((each) => each.url().includes('/embed/'));
  const stored = await frame?.evaluate(storageOf);
  // A Chromium without profiles, such as the headless shell, does not read the setting.
  test.skip(stored?.[1] === '0', 'This browser cannot block the storage of other sites.');
  expect(stored).toEqual(['', 'SecurityError', 'SecurityError']);

  await password.fill('sesame');
  await password.press('Enter');
  await embedded.getByLabel('Name', { exact: true }).fill('Ada');
  await embedded.getByLabel('Name', { exact: true }).press('Enter');
  await expect(embedded.frameLocator('iframe[data-current="true"]').getByText('One')).toBeVisible();
  const told = page.locator('output');
  await expect(told).toHaveText('{"lectern":"position","slide":1,"count":3,"ended":false}');
  await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage({ lectern: 'next' }, '*'));
  await expect(embedded.frameLocator('iframe[data-current="true"]').getByText('Two')).toBeVisible();
  expect(await strict.context.cookies()).toEqual([]);

  // Nothing was stored, so the frame asks again.
  await page.reload();
  await expect(password).toBeVisible();
});

const SPY = `<p id="found"></p><script>
const found = [];
const look = (what) => { try { found.push(String(what())); } catch { found.push('refused'); } };
look(() => parent.location.href);
look(() => parent.document.cookie);
look(() => parent.sessionStorage.length);
look(() => document.referrer === '' ? 'refused' : document.referrer);
parent.postMessage({ lectern: 'goTo', slide: 2 }, '*');
parent.postMessage({ lectern: 'ended' }, '*');
fetch('/api/shared/x/visits', { method: 'POST' }).then(() => 'sent', () => 'refused').then((last) => {
  document.querySelector('#found').textContent = [...found, last].join(' ');
});
</script>`;

test('the code of a deck learns nothing of the link and steers nothing by the messages of websites', async ({
  context,
  user: _,
  anotherBrowser,
  pageErrors,
}) => {
  pageErrors.expect(/Content Security Policy|Fetch API cannot load|CORS/);
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [SPY, 'Two'] }) });
  const link = await createLink(context.request, deck.id, { allowEmbedding: true });
  const page = await (await anotherBrowser()).newPage();
  await page.goto(link.url.replace('/s/', '/embed/'));
  await expect(slide(page).locator('#found')).toHaveText('refused refused refused refused refused');
  await expectPosition(page, 1, 2);
});

test('on an upright phone the slide is above and the notes are below', async ({ context, user: _, anotherBrowser }) => {
  const { link } = await deckWithLink(context.request, { showNotes: true, allowDownload: true });
  for (const width of [320, 390]) {
    const page = await (await anotherBrowser({ viewport: { width, height: 720 }, hasTouch: true })).newPage();
    await page.goto(link.url);
    // The title, which is too long, leaves both buttons on the screen.
    for (const name of ['Download', 'About this page'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const notes = page.getByRole('complementary', { name: 'Notes' });
    await expect(notes).toContainText('From the author');
    const [above, below] = [await page.locator('.slide-box').boundingBox(), await notes.boundingBox()];
    // Whole pixels in the proportions of the slide.
    expect(above?.width).toBeGreaterThanOrEqual(width - 2);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.getByRole('button', { name: 'Notes' }).tap();
    await expect(notes).toHaveCount(0);
    await page.close();
  }
});

test('the key for the overview can be pressed again while that is loading: it opens and stays', async ({
  page,
  context,
  user,
}) => {
  expect(user.role).toBe('user');
  const { link } = await deckWithLink(context.request);
  const released = Promise.withResolvers<void>();
  await page.route(/\/overview-[^/]*\.js/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(link.url);
  await expectPosition(page, 1, 3);
  const requested = page.waitForRequest(/\/overview-[^/]*\.js/);
  for (const key of ['o', 'o']) await page.keyboard.press(key);
  await requested;
  released.resolve();
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('button', { name: '1 Slide 1' })).toBeFocused();
  // The key comes before the event that the dialog has closed, as it does for quick fingers on a busy machine.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }));
  });
  await expect(overview.getByRole('button', { name: '1 Slide 1' })).toBeFocused();
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
});
