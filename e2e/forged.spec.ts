import type { APIRequestContext, Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { everyMessage } from '#e2e/support/forged-messages.ts';
import { drag, drawing, tools } from '#e2e/support/ink.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { openDeck, pressInSlide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail } from '#shared/decks.ts';
import type { Talk } from '#shared/talks.ts';

// A deck of one slide: navigation does not change the frame, so it keeps sending.
const HOSTILE = `<p>Forged</p><script>
  const messages = ${JSON.stringify(everyMessage()).replaceAll('<', '\\u003c')};
  let rounds = 0;
  const forge = () => {
    for (const message of messages) {
      parent.postMessage(message, '*');
      if (message.lectern !== 'key') continue;
      const press = { key: message.key, shiftKey: message.shiftKey, bubbles: true, composed: true };
      for (const type of ['keydown', 'keyup']) document.body.dispatchEvent(new KeyboardEvent(type, press));
    }
    for (const type of ['pointermove', 'pointerdown', 'pointerup'])
      document.body.dispatchEvent(new PointerEvent(type, { pointerType: 'pen', pointerId: 5, bubbles: true, clientX: 300, clientY: 300 }));
    parent.postMessage({ forgedRound: rounds += 1 }, '*');
  };
  addEventListener('load', () => forge());
  addEventListener('click', () => { forge(); setTimeout(forge, 50); });
</script>`;

/** Records in the page which rounds have arrived. Messages of one frame arrive in order. */
async function listenForRounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== top) return;
    Reflect.set(window, 'forgedRounds', 0);
    addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'forgedRound' in data)
        Reflect.set(window, 'forgedRounds', Number(Reflect.get(window, 'forgedRounds')) + 1);
    });
  });
}

async function rounds(page: Page, atLeast: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => Number(Reflect.get(window, 'forgedRounds')))).toBeGreaterThanOrEqual(atLeast);
}

async function aHostileDeck(request: APIRequestContext): Promise<DeckDetail> {
  return uploadDeck(request, { title: 'Forger', visibility: 'team', bytes: await plainDeck({ slides: [HOSTILE] }) });
}

/** What the server stores for a deck. */
async function kept(request: APIRequestContext, { id: deckId }: DeckDetail): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify({ deckId }));
  const answer = (await (await request.get(`/api/trpc/talks.list?input=${input}`)).json()) as {
    result: { data: { items: readonly Talk[] } };
  };
  const talks = answer.result.data.items.map(({ id, presenter, blank, clock }) => [id, presenter.id, blank, clock.runningSince]);
  const others = await Promise.all(
    ['', '/notes', '/annotations'].map(async (path) => (await request.get(`/api/decks/${deckId}${path}`)).text()),
  );
  return { talks, others };
}

/** What a user would notice: pressed buttons, layers over the slide, available tools. */
async function shown(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    pressed: [...document.querySelectorAll('[aria-pressed="true"]')].map((button) => button.getAttribute('aria-label')),
    blank: [...document.querySelectorAll('.blank-screen, .blank-notice')].map((element) => element.className),
    toolbars: [...document.querySelectorAll('[role="toolbar"]')].map((toolbar) => toolbar.getAttribute('aria-label')),
    strokes: document.querySelectorAll('.ink-stroke').length,
    fullscreen: document.fullscreenElement !== null,
    overview: document.querySelectorAll('.overview').length,
  }));
}

/** Clicks into the slide, under the surface that waits for a pen. */
async function clickSlide(page: Page): Promise<void> {
  const box = await page.locator('iframe').first().boundingBox();
  if (box === null) throw new Error('There is no slide.');
  await page.mouse.move(box.x + 90, box.y + 90);
  await page.mouse.move(box.x + 100, box.y + 100);
  await expect(page.locator('.ink-surface')).toHaveCount(0);
  await untilPainted(page);
  await page.mouse.click(box.x + 100, box.y + 100);
}

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

test('forged messages draw, blank and open nothing in the player, even after a click', async ({ page, context }) => {
  const deck = await aHostileDeck(context.request);
  await listenForRounds(page);
  await openDeck(page, deck.id, 1);
  await rounds(page, 1);
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await drag(page, [0.2, 0.2], [0.6, 0.2]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(tools(page)).toHaveCount(0);
  const annotations = async () => (await context.request.get(`/api/decks/${deck.id}/annotations`)).text();
  await expect.poll(annotations).toContain('"tool":"pen"');
  const before = [await kept(context.request, deck), await shown(page)];

  await clickSlide(page);
  await rounds(page, 3);
  // The forged keys have taken the focus out of the frame, so its forged links count as little as its keys. See links.spec.ts.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The next drag must not draw.
  await drag(page, [0.3, 0.5], [0.7, 0.5]);
  expect([await kept(context.request, deck), await shown(page)]).toEqual(before);
  expect(context.pages()).toHaveLength(1);
});

test('forged messages change nothing in the presenter view or for a follower', async ({
  page,
  context,
  anotherBrowser,
  user,
}) => {
  const deck = await aHostileDeck(context.request);
  await listenForRounds(page);
  await page.goto(`/decks/${deck.id}/present`);
  await rounds(page, 1);
  const rehearsal = [await kept(context.request, deck), await shown(page)];
  await clickSlide(page);
  await rounds(page, 3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect([await kept(context.request, deck), await shown(page)]).toEqual(rehearsal);
  await expect(page.getByRole('button', { name: 'Start talk' })).toBeVisible();

  await page.getByRole('button', { name: 'Start talk' }).click();
  await expect(page.getByRole('button', { name: 'End talk' })).toBeVisible();
  const follower = await (await anotherBrowser({ as: 'Ben' })).newPage();
  await listenForRounds(follower);
  await openDeck(follower, deck.id, 1);
  await rounds(follower, 1);
  await follower.getByRole('button', { name: `Follow ${user.name}` }).click();
  const talk = [await kept(context.request, deck), await shown(page), await shown(follower)];
  for (const [at, more] of [
    [page, 5],
    [follower, 3],
  ] as const) {
    await clickSlide(at);
    await rounds(at, more);
    await expect(at.getByRole('dialog')).toHaveCount(0);
  }
  expect([await kept(context.request, deck), await shown(page), await shown(follower)]).toEqual(talk);

  await page.getByRole('button', { name: 'White screen' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The audience sees white' })).toBeAttached();
  await expect.poll(() => kept(context.request, deck)).not.toEqual(talk[0]);
  const blanked = [await kept(context.request, deck), await shown(page)];
  await page.locator('iframe').first().contentFrame().locator('body').dispatchEvent('click');
  await rounds(page, 7);
  expect([await kept(context.request, deck), await shown(page)]).toEqual(blanked);
  await expect(page.getByRole('button', { name: 'End talk' })).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test('forged messages do nothing in the overview and on cards, and the remote shows no deck', async ({
  page,
  context,
  pageErrors,
}) => {
  // Still pictures run no scripts, which the browser reports as an error.
  pageErrors.expect(/Blocked script execution/);
  const html = `<!doctype html><html lang="en"><title>Forger</title><body>${HOSTILE}</body></html>`;
  const bytes = await plainDeck({
    slides: [],
    beside: { 'index.html': html },
    more: { slides: [{ file: 'index.html', label: 'Forger', notes: null }], architecture: 'single-file-html' },
  });
  const deck = await uploadDeck(context.request, { title: 'Forger in small', bytes });
  await listenForRounds(page);
  await openDeck(page, deck.id, 1);
  await rounds(page, 1);
  const before = [await kept(context.request, deck), await shown(page)];
  await page.getByRole('button', { name: 'Overview' }).click();
  await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect([await kept(context.request, deck), await shown(page)]).toEqual(before);

  // A card shows the first slide of a deck with several documents.
  await aHostileDeck(context.request);
  await page.goto('/?owner=me');
  await expect(page.locator('iframe[data-loaded="true"]').first()).toBeAttached();
  expect(await page.evaluate(() => Number(Reflect.get(window, 'forgedRounds')))).toBe(0);
  await page.goto('/remote');
  await expect(page.getByRole('main')).toBeAttached();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await kept(context.request, deck)).toEqual(before[0]);
});

test('keys that a user presses in a slide still work', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  const intoSlide = () => page.locator('main iframe[data-current="true"]').contentFrame().locator('body').click();
  await intoSlide();
  await pressInSlide(page, 'b');
  await expect(page.locator('.blank-screen')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.locator('.blank-screen')).toHaveCount(0);
  await intoSlide();
  await pressInSlide(page, 'd');
  await expect(tools(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await intoSlide();
  await pressInSlide(page, 'o');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await intoSlide();
  await pressInSlide(page, 's');
  const opening = context.waitForEvent('page');
  await page.getByRole('dialog', { name: 'Present' }).getByRole('button', { name: 'Go live' }).click();
  await expect((await opening).getByRole('button', { name: 'End talk' })).toBeVisible();
});
