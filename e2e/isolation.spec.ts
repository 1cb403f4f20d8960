import type { APIRequestContext, ConsoleMessage, FrameLocator, Page } from '@playwright/test';
import { textContent } from 'deck-format/node';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail } from '#shared/decks.ts';

// The browser logs every refusal to the console; the tests use that to see that an attempt was made.
test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/Content Security Policy|Unsafe attempt|Blocked|sandboxed|is disallowed|Failed to (?:navigate|set)/);
});

/** Another site. No request may reach it. */
const ELSEWHERE = 'https://elsewhere.example';

/** Runs `attempts` (names and expressions that may be promises) and logs their results. */
const tries = (attempts: Readonly<Record<string, string>>): string => `<pre id="report"></pre><script type="module">
  const report = {};
  const noted = async (name, act) => {
    try { report[name] = String(await act()); } catch (error) { report[name] = error.name; }
  };
  ${Object.entries(attempts)
    .map(([name, expression]) => `await noted(${JSON.stringify(name)}, () => ${expression});`)
    .join('\n')}
  document.querySelector('#report').textContent = JSON.stringify(report);
</script>`;

const aHostileDeck = async (context: APIRequestContext, body: string): Promise<DeckDetail> =>
  uploadDeck(context, { title: 'Hostile', bytes: await plainDeck({ title: 'Hostile', slides: [body, 'Two'] }) });

async function playHostile(page: Page, body: string): Promise<FrameLocator> {
  const deck = await aHostileDeck(page.context().request, body);
  await page.goto(`/decks/${deck.id}/1`);
  await expect(page.getByRole('toolbar')).toBeAttached();
  return slide(page);
}

async function reportOf(place: FrameLocator | Page): Promise<unknown> {
  await expect(place.locator('#report')).not.toBeEmpty();
  return JSON.parse((await place.locator('#report').textContent()) ?? '');
}

const refusal = (page: Page, words: RegExp): Promise<ConsoleMessage> =>
  page.waitForEvent('console', (message) => words.test(message.text()));

/** Answers requests to the other site and counts them. */
async function watchElsewhere(page: Page): Promise<string[]> {
  const visits: string[] = [];
  await page.context().route(`${ELSEWHERE}/**`, (route) => {
    visits.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'Elsewhere' });
  });
  return visits;
}

test('cookies: a deck cannot read or write them, and its requests carry none', async ({ page, context, lectern }) => {
  await context.addCookies([{ name: 'readable', value: 'yes', url: lectern.origin }]);
  const loaded = page.waitForRequest(/missing\.png/);
  const frame = await playHostile(
    page,
    `<img src="missing.png" alt="">${tries({
      read: 'document.cookie',
      write: `document.cookie = 'planted=1'`,
      api: `fetch('/api/decks', { credentials: 'include' })`,
    })}`,
  );
  expect(await reportOf(frame)).toEqual({ read: 'SecurityError', write: 'SecurityError', api: 'TypeError' });
  expect(await (await loaded).allHeaders()).not.toHaveProperty('cookie');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('planted');
});

test("storage: a deck cannot read the application's storage, and its own is temporary", async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('planted', 'by the application'));
  const frame = await playHostile(
    page,
    tries({
      planted: `localStorage.getItem('planted')`,
      own: `(localStorage.setItem('deck', 1), localStorage.getItem('deck'))`,
      indexedDB: `new Promise((resolve, reject) => { const open = indexedDB.open('any'); open.onsuccess = resolve; open.onerror = () => reject(open.error); })`,
      caches: `caches.open('any')`,
      files: `navigator.storage.getDirectory()`,
    }),
  );
  expect(await reportOf(frame)).toEqual({
    planted: 'null',
    own: '1',
    indexedDB: 'SecurityError',
    caches: 'SecurityError',
    files: 'SecurityError',
  });
  expect(await page.evaluate(() => localStorage.getItem('deck'))).toBeNull();
});

test('parent page: a deck cannot access it', async ({ page }) => {
  const frame = await playHostile(
    page,
    tries({
      document: 'parent.document.title',
      address: 'top.location.href',
      frame: 'frameElement',
      global: 'parent.localStorage',
      origin: 'self.origin',
    }),
  );
  const refused = 'SecurityError';
  expect(await reportOf(frame)).toEqual({ document: refused, address: refused, frame: 'null', global: refused, origin: 'null' });
});

test('top navigation: neither a script nor a click can navigate the whole page', async ({ page }) => {
  const visits = await watchElsewhere(page);
  const frame = await playHostile(
    page,
    `<a href="${ELSEWHERE}/" target="_top">Away</a>${tries({ script: `top.location = '${ELSEWHERE}/'` })}`,
  );
  expect(await reportOf(frame)).toEqual({ script: 'SecurityError' });
  // The player asks before it opens the link elsewhere, and the page stays.
  await frame.getByText('Away').click();
  await expect(page.getByRole('dialog', { name: /^Open / })).toBeVisible();
  await expect(page).toHaveURL(/\/decks\/[^/]+\/1$/);
  expect(visits).toEqual([]);
});

test('popups: none opens, even on a click', async ({ page, context }) => {
  const frame = await playHostile(
    page,
    `<a href="about:blank" target="_blank">New</a><button onclick="this.textContent = String(window.open('about:blank'))">Open</button>`,
  );
  await frame.getByText('Open').click();
  await expect(frame.getByRole('button')).toHaveText('null');
  // The bridge ignores a link that leads neither into the deck nor to a site.
  await frame.getByText('New').click();
  await frame.getByRole('button').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});

test('frame navigation: a deck cannot navigate its frame to another site or the application', async ({ page }) => {
  const visits = await watchElsewhere(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  for (const address of [`${ELSEWHERE}/?secret`, '/users']) {
    const refused = refusal(
      page,
      /Framing '[^']*' violates|violates the following Content Security Policy directive: "frame-src/,
    );
    const frame = await playHostile(page, '<button onclick="location.href = this.title">Go</button>');
    await frame.getByRole('button').evaluate((button, to) => button.setAttribute('title', to), address);
    await frame.getByRole('button').click();
    await refused;
  }
  expect(visits).toEqual([]);
  expect(requests).not.toContain('document /users');
});

/** Every kind of message with the worst values, and some unknown ones. The last one is valid: a swipe. */
const FORGED = `<script>
  const key = (name) => ({ lectern: 'key', key: name, shiftKey: false });
  const messages = [
    null, 7, 'swipe', [], {}, { lectern: '__proto__' }, { lectern: 'note', text: 'forged' }, { lectern: 'delete' }, { lectern: 'hello' },
    key('d'), key('Delete'), key('Backspace'), key('d'), key('x'.repeat(1e6)), { lectern: 'key', key: {}, shiftKey: 'no' },
    { lectern: 'position', position: { index: -1, count: 1e9, step: -1, canNext: 'yes', canPrevious: 0 }, isSettled: true },
    { lectern: 'position', position: { index: 5, count: 2, step: 1e5, canNext: false, canPrevious: false }, isSettled: true },
    { lectern: 'position', position: null, isSettled: true },
    { lectern: 'outline', slides: [{ label: '<img src=x onerror=alert(1)>', text: '<script>', notes: '<script>alert(1)' }] },
    { lectern: 'outline', slides: Array(5000).fill({ label: 'x', text: '', notes: null }) },
    { lectern: 'edge', direction: 'sideways' }, { lectern: 'swipe', direction: '__proto__' },
    { lectern: 'pinch', phase: 'move', scale: NaN, x: Infinity, y: 1e308 }, { lectern: 'pen', down: 'maybe' },
    ...['*', 'javascript:alert(1)', "'unsafe-inline'", 'evil.example; script-src *', location.host].map((host) => ({ lectern: 'blocked', host })),
    { lectern: 'swipe', direction: 'next' },
  ];
  // Again and again: the first slide is there before the application that receives them.
  const send = () => { for (const message of messages) parent.postMessage(message, '*'); };
  addEventListener('load', () => { setTimeout(send); setInterval(send, 1000); });
</script>`;

test('a script of a deck does not run in a page of the application', async ({ page, context }) => {
  const bytes = await plainDeck({ beside: { 'planted.js': 'window.planted = true;' } });
  const deck = await uploadDeck(context.request, { bytes });
  const playback = await (await context.request.get(`/api/decks/${deck.id}/playback`)).json();
  const { baseUrl } = playback as { baseUrl: string };
  await page.goto('/');
  const outcome = await page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        const script = Object.assign(document.createElement('script'), { src, onload: () => resolve('it ran') });
        document.body.append(script);
      }),
    `${baseUrl}planted.js`,
  );
  expect(outcome).toBe('script-src-elem');
  expect(await page.evaluate(() => Reflect.has(window, 'planted'))).toBe(false);
});

test('forged messages: a deck can only request navigation', async ({ page }) => {
  const changes: string[] = [];
  page.on('dialog', (dialog) => changes.push(dialog.message()));
  const { request } = page.context();
  const deck = await aHostileDeck(request, FORGED);
  const kept = async () =>
    Promise.all(
      ['', '/notes', '/annotations'].map(async (path): Promise<unknown> =>
        (await request.get(`/api/decks/${deck.id}${path}`)).json(),
      ),
    );
  const before = await kept();
  await page.goto(`/decks/${deck.id}/1`);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/2$`));
  await expect(slide(page).getByText('Two')).toBeVisible();
  expect(await kept()).toEqual(before);
  expect(changes).toEqual([]);
});

test('a slide or picture opened directly has the same restrictions', async ({ page, context }) => {
  const attempts = {
    read: 'document.cookie',
    api: `fetch('/api/decks')`,
    origin: 'self.origin',
    storage: 'indexedDB.open("any")',
  };
  const expected = { read: 'SecurityError', api: 'TypeError', origin: 'null', storage: 'SecurityError' };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text id="report"></text><script>
    const report = {};
    for (const [name, act] of [['read', () => document.cookie], ['origin', () => self.origin], ['storage', () => indexedDB.open('any')]]) {
      try { report[name] = String(act()); } catch (error) { report[name] = error.name; }
    }
    fetch('/api/decks').catch(({ name }) => { report.api = name; }).then(() => {
      document.querySelector('#report').textContent = JSON.stringify(report);
    });
  </script></svg>`;
  const files = new Map([
    ['slides/1.html', textContent(tries(attempts))],
    ['picture.svg', textContent(svg)],
  ]);
  const bytes = await plainDeck({ more: { files, slides: [{ file: 'slides/1.html' }] } });
  const deck = await uploadDeck(context.request, { title: 'Alone', bytes });
  const answer = await context.request.get(`/api/decks/${deck.id}/playback`);
  const { baseUrl } = (await answer.json()) as { baseUrl: string };
  for (const path of ['slides/1.html', 'picture.svg']) {
    await page.goto(`${baseUrl}${path}`);
    expect(await reportOf(page), path).toEqual(expected);
  }
});

test("referrer: neither the application's address nor the deck's address is sent", async ({ page }) => {
  const loaded = page.waitForRequest(/missing\.png/);
  const frame = await playHostile(page, `${tries({ referrer: 'document.referrer' })}<img src="missing.png" alt="">`);
  expect(await reportOf(frame)).toEqual({ referrer: '' });
  expect((await (await loaded).allHeaders())['referer'] ?? '').toBe('');
});

test('forms: none can be submitted', async ({ page }) => {
  const visits = await watchElsewhere(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const form = (action: string, name: string) => `<form action="${action}" method="post"><button>${name}</button></form>`;
  const frame = await playHostile(page, form('/api/decks', 'Ours') + form(`${ELSEWHERE}/`, 'Theirs'));
  for (const name of ['Ours', 'Theirs']) {
    const refused = refusal(page, /Blocked form submission/);
    await frame.getByRole('button', { name }).click();
    await refused;
  }
  expect(visits).toEqual([]);
  expect(sent.filter((url) => url.endsWith('/api/decks'))).toEqual([]);
});

test('downloads: a deck cannot download files', async ({ page }) => {
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.url()));
  // A click by script, which the bridge does not handle.
  const frame = await playHostile(
    page,
    `<a href="data:application/octet-stream,x" download="invoice.exe">File</a>
     <button onclick="document.querySelector('a').click(); this.textContent = 'Taken'">Take</button>`,
  );
  await frame.getByText('Take').click();
  await expect(frame.getByText('Taken')).toBeVisible();
  // One that is allowed comes after it, and arrives.
  const allowed = page.waitForEvent('download');
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'data:application/octet-stream,y';
    link.download = 'allowed.txt';
    link.click();
  });
  expect((await allowed).suggestedFilename()).toBe('allowed.txt');
  expect(downloads).toEqual(['data:application/octet-stream,y']);
});

test('service workers: a deck cannot register one', async ({ page }) => {
  const frame = await playHostile(page, tries({ register: `navigator.serviceWorker.register('worker.js')` }));
  expect(await reportOf(frame)).toEqual({ register: 'SecurityError' });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
