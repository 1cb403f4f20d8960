import type { Page } from '@playwright/test';
import { packFiles, textContent } from 'deck-format/node';
import { expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The scripts of the application, without those that are inside of the page. */
const APPLICATION = /\/assets\/[^/]*\.js$/;

/** Holds the application back until the returned function is called. */
async function holdApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(APPLICATION, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const accountMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`(?:settings of|Einstellungen von) ${name}$`) });

/** A package whose first slide has a picture. */
async function packWithPicture(page: Page, title: string): Promise<Buffer> {
  const files = new Map([
    ['1.html', textContent(`<!doctype html><title>${title}</title>${title}`)],
    ['1.png', new Uint8Array(await page.screenshot({ type: 'png' }))],
  ]);
  return Buffer.from(await packFiles({ title, files, slides: [{ file: '1.html', thumbnail: '1.png' }] }));
}

/** Uploads five decks and presents one of them. */
async function fillLibrary(page: Page, name: string): Promise<Page> {
  const bytes = await packWithPicture(page, 'Pictured');
  const [opened] = await Promise.all(
    Array.from({ length: 5 }, (_, nth) =>
      uploadDeck(page.request, {
        title: `${nth === 3 ? 'A title that takes two lines in a narrow card, because it is long, ' : ''}${String(nth)} of ${name}`,
        bytes,
      }),
    ),
  );
  await openDeck(page, opened?.id ?? '', 1);
  return present(page);
}

/** What is in view: each text and picture with its place, in CSS pixels. */
function looksOf(page: Page) {
  return page.evaluate(() => {
    const shown = document.querySelectorAll('.app-name, .app-nav a, .library-section :is(h2, h3, p > span, .deck-picture, a)');
    const inView = Array.from(shown).filter((element) => element.getBoundingClientRect().top < innerHeight);
    return inView.map((element) => {
      const visible = element.cloneNode(true) as Element;
      for (const heard of visible.querySelectorAll('.visually-hidden')) heard.remove();
      const { x, y, width, height } = element.getBoundingClientRect();
      return { text: visible.textContent, place: [x, y, width, height] };
    });
  });
}

/** Places are computed in fractions of a pixel. */
const equally = (looks: Awaited<ReturnType<typeof looksOf>>) =>
  looks.map(({ text, place }) => ({ text, place: place.map((value) => expect.closeTo(value, 0) as unknown) }));

for (const { locale, width } of [
  { locale: 'en-GB', width: 320 },
  { locale: 'de-DE', width: 390 },
  { locale: 'de-DE', width: 768 },
  { locale: 'en-GB', width: 1280 },
]) {
  test.describe(`${String(width)} px wide, in ${locale}`, () => {
    test.use({ locale, viewport: { width, height: 800 } });

    test('the library shows its first decks before the application is there, which puts the same in their place', async ({
      page,
      context,
      accounts,
      anotherBrowser,
      pageErrors,
    }) => {
      pageErrors.expect(/Blocked script execution/);
      const account = await accounts.signedIn(context, { role: 'admin', name: `Ada ${String(width)}` });
      const { name } = account;
      const presenting = await anotherBrowser({ locale: 'en-GB' });
      await accounts.signIn(presenting.request, account);
      await fillLibrary(await presenting.newPage(), name);
      const release = await holdApplication(page);
      // The page says how long ago the talk started.
      await page.clock.setFixedTime(Date.now());
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('link', { name: `1 of ${name}` })).toBeVisible();
      const pictures = page.locator('.deck-picture img');
      await expect
        .poll(() => pictures.evaluateAll((images: HTMLImageElement[]) => images.every(({ naturalWidth }) => naturalWidth > 0)))
        .toBe(true);
      await page.evaluate(() => document.fonts.ready);
      await expectNoSidewaysScroll(page);
      await expect(accountMenu(page, name)).toHaveCount(0);
      const before = await looksOf(page);
      release();
      await expect(accountMenu(page, name)).toBeVisible();
      expect(await looksOf(page)).toEqual(equally(before));
    });
  });
}

test('the pictures do not vanish when the application takes over, and neither does the focus', async ({ page, user }) => {
  await fillLibrary(page, user.name);
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: `1 of ${user.name}` });
  await link.focus();
  const pictures = page.locator('.deck-grid .deck-picture img');
  await expect
    .poll(() => pictures.evaluateAll((images: HTMLImageElement[]) => images.filter(({ complete }) => complete).length))
    .toBe(5);
  // Each frame: how many pictures are on the page and loaded.
  const film = await page.evaluateHandle(() => {
    const counts: number[] = [];
    const look = (): void => {
      counts.push(
        Array.from(document.querySelectorAll<HTMLImageElement>('.deck-grid .deck-picture img')).filter(({ complete }) => complete)
          .length,
      );
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return counts;
  });
  release();
  await expect(accountMenu(page, user.name)).toBeVisible();
  await expect(link).toBeFocused();
  expect(Math.min(...(await film.jsonValue()))).toBe(5);
});

test('until the application is there, a deck opens by its link', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/Blocked script execution/);
  const deck = await uploadDeck(context.request, { title: `Opened early by ${user.name}` });
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: deck.title }).click();
  await expect(page).toHaveURL(`/decks/${deck.id}`);
  release();
  await expect(page).toHaveTitle(new RegExp(deck.title));
});

test('a list that is searched or filtered waits for the application', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/Blocked script execution/);
  const deck = await uploadDeck(context.request, { title: `Filtered by ${user.name}` });
  const release = await holdApplication(page);
  await page.goto('/?owner=me', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  await expect(page.locator('#root')).toBeEmpty();
  release();
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
});

test('the application starts although its first decks could not be shown', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/no formats today|Blocked script execution/);
  const deck = await uploadDeck(context.request, { title: `Shown later to ${user.name}` });
  await page.addInitScript(() => {
    const { RelativeTimeFormat } = Intl;
    function failing(): never {
      Object.assign(Intl, { RelativeTimeFormat });
      throw new Error('no formats today');
    }
    Object.assign(Intl, { RelativeTimeFormat: failing });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Actions for ${deck.title}` })).toBeVisible();
});
