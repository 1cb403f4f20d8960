import type { BrowserContext, Page } from '@playwright/test';
import { accountsOf } from '#e2e/support/accounts.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { startFrontProxy } from '#e2e/support/front-proxy.ts';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { expectPosition, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

const OFFICE = '192.0.2.1';
const PHONE = '2001:db8:1:2::3';

/** Opens a deck whose last slide is not loaded ahead. */
async function openFirstSlide(page: Page, context: BrowserContext, lectern: Lectern): Promise<void> {
  await using accounts = await accountsOf(lectern);
  await accounts.signedIn(context);
  const bytes = await plainDeck({ slides: ['One', 'Two', 'Three', 'Four', 'Five'] });
  const { id } = await uploadDeck(context.request, { bytes, origin: lectern.origin });
  await page.goto(`${lectern.baseUrl}/decks/${id}/1`);
  await expect(slide(page).getByText('One')).toBeVisible();
  await expectPosition(page, 1, 5);
}

for (const [where, settings] of [
  ['the address of the application', () => ({})],
  ['an address apart', (port: string) => ({ PLAYBACK_ORIGIN: `http://127.0.0.1:${port}` })],
] as const) {
  test(`a deck plays on in another network, at ${where}`, async ({ page, context, pageErrors }) => {
    pageErrors.expect(/404/);
    await using proxy = await startFrontProxy(OFFICE);
    const { port } = proxy;
    await using lectern = await startLectern({
      BASE_URL: `http://localhost:${port}`,
      TRUST_PROXY: 'loopback',
      ...settings(port),
    });
    proxy.target = new URL(lectern.origin).port;
    await openFirstSlide(page, context, lectern);

    proxy.client = PHONE;
    const refused = page.waitForResponse((answer) => answer.status() === 404 && answer.url().includes('/play/'));
    await page.keyboard.press('End');
    await refused;
    await expect(slide(page).getByText('Five')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'This slide could not be loaded' })).toHaveCount(0);
    await page.close();
  });
}

for (const [when, holdEvents] of [
  ['', false],
  [', even if it was lost before the stream of events was there', true],
] as const) {
  test(`after a lost connection the address is requested again before a slide needs it${when}`, async ({
    page,
    context,
    pageErrors,
  }) => {
    pageErrors.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/);
    await using proxy = await startFrontProxy(OFFICE);
    await using lectern = await startLectern({ BASE_URL: `http://localhost:${proxy.port}`, TRUST_PROXY: 'loopback' });
    proxy.target = new URL(lectern.origin).port;
    const lost = Promise.withResolvers<undefined>();
    if (holdEvents) await page.route(/live\.watch/, (route) => lost.promise.then(() => route.abort()), { times: 1 });
    const streamed = page.waitForRequest(/live\.watch/);
    await openFirstSlide(page, context, lectern);
    const stream = await streamed;
    if (!holdEvents) await stream.response();

    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    lost.resolve(undefined);
    proxy.client = PHONE;
    const requested = page.waitForResponse(/playback\.open/);
    await context.setOffline(false);
    await requested;
    await page.keyboard.press('End');
    await expect(slide(page).getByText('Five')).toBeVisible();
    await page.close();
  });
}
