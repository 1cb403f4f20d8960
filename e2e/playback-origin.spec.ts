import type { BrowserContext, Page } from '@playwright/test';
import { accountsOf } from '#e2e/support/accounts.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { startOtherHost } from '#e2e/support/local-host.ts';
import { expectPosition, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { question } from '#e2e/support/trust.ts';

/** Reports its origin and its storage, then stores something. */
const keeps = (what: string): string => `<p id="origin"></p><p id="found"></p><script>
  document.querySelector('#origin').textContent = self.origin;
  document.querySelector('#found').textContent = String(localStorage.getItem('kept'));
  localStorage.setItem('kept', '${what}');
</script>`;

/** What a deck must not reach even with its own origin. */
const REACHES = `<p id="report"></p><script>
  const reach = () => {
    const attempt = (act) => { try { return String(act()); } catch ({ name }) { return name; } };
    const worker = new Promise((end) => { new Worker('worker.js').onmessage = ({ data }) => end(data); });
    const serviceWorker = navigator.serviceWorker.register('worker.js').then(() => 'registered', ({ name }) => name);
    Promise.all([worker, serviceWorker]).then(([worker, serviceWorker]) => {
      const parentPage = attempt(() => parent.document.title);
      const report = { worker, serviceWorker, parentPage, cookie: document.cookie };
      document.querySelector('#report').textContent = JSON.stringify(report);
    });
  };
  // It is also loaded ahead, before the user has agreed to an origin.
  if (self.origin !== 'null') reach();
</script>`;

async function allow(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(question(page)).toBeHidden();
}

test('with PLAYBACK_ORIGIN a deck gets an origin after the user agrees, and the application serves no decks', async ({
  page,
  context,
}) => {
  const playback = (port: string) => `http://127.0.0.1:${port}`;
  await using lectern = await startLectern((port) => ({ PLAYBACK_ORIGIN: playback(port) }));
  await using accounts = await accountsOf(lectern);
  await accounts.signedIn(context);
  const bytes = await plainDeck({ slides: [keeps('mine'), 'Two'], more: { requires: ['same-origin-storage'] } });
  const deck = await uploadDeck(context.request, { bytes, origin: lectern.origin });

  await page.goto(`${lectern.origin}/decks/${deck.id}/1`);
  await expect(question(page)).toContainText('This deck wants to keep data in this browser.');
  await expect(question(page)).toContainText('Decks with this permission can read each other’s data.');
  await expect(slide(page).locator('#origin')).toHaveText('null');
  await allow(page);
  const origin = playback(new URL(lectern.origin).port);
  await expect(slide(page).locator('#origin')).toHaveText(origin);
  // Messages of the bridge arrive from there as well.
  await slide(page).locator('body').click();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);

  const answer = await context.request.get(`${lectern.origin}/api/decks/${deck.id}/playback`);
  const first = `${new URL(((await answer.json()) as { baseUrl: string }).baseUrl).pathname}slides/1.html`;
  expect((await context.request.get(`${origin}${first}`)).status()).toBe(200);
  expect((await context.request.get(`${lectern.origin}${first}`)).status()).toBe(404);
  expect((await context.request.get(`${origin}/`)).status()).toBe(404);
  await page.close();
});

test('with {deck} in the origin every deck has its own storage and no further access', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/Content Security Policy|Unsafe attempt|Blocked a frame|ServiceWorker|Failed to load|script/);
  // One site, because browsers may deny storage to cross-site frames, as private windows do.
  const site = (port: string) => `http://lectern.localhost:${port}`;
  await using lectern = await startLectern((port) => ({
    BASE_URL: site(port),
    PLAYBACK_ORIGIN: `http://{deck}.lectern.localhost:${port}`,
  }));
  await using accounts = await accountsOf(lectern);
  await using other = await startOtherHost();
  await signInAt('lectern.localhost', context, () => accounts.signedIn(context));
  for (const what of ['first', 'second']) {
    const deck = await uploadDeck(context.request, {
      bytes: await plainDeck({
        slides: [keeps(what), REACHES],
        beside: {
          'slides/worker.js': `fetch('http://${other.host}/').then(() => 'got out', () => 'kept in').then(postMessage);`,
        },
        more: { requires: ['same-origin-storage'] },
      }),
      origin: lectern.origin,
    });
    await page.goto(`${lectern.baseUrl}/decks/${deck.id}/1`);
    await expect(question(page)).toContainText('This deck wants to keep data in this browser.');
    await expect(question(page)).not.toContainText('each other');
    await allow(page);
    await expect(slide(page).locator('#origin')).toHaveText(/^http:\/\/[0-9a-f]{32}\.lectern\.localhost:\d+$/);
    await expect(slide(page).locator('#found')).toHaveText('null');
    await page.reload();
    await expect(slide(page).locator('#found')).toHaveText(what);
  }

  await page.keyboard.press('ArrowRight');
  const report = slide(page).locator('#report');
  await expect(report).not.toBeEmpty();
  expect(JSON.parse((await report.textContent()) ?? '')).toEqual({
    worker: 'kept in',
    serviceWorker: 'TypeError',
    parentPage: 'SecurityError',
    cookie: '',
  });
  expect(other.asked).toEqual([]);
  await page.close();
});

/** The session of `localhost`, to which this process can connect, for a host name that only browsers resolve. */
async function signInAt(domain: string, context: BrowserContext, signIn: () => Promise<unknown>): Promise<void> {
  await signIn();
  await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, domain })));
}
