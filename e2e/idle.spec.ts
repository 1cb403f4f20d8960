import type { APIRequestContext, Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, openToDraw, tools } from '#e2e/support/ink.ts';
import { openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

const PAUSES = [
  ['6 minutes', '06:00'],
  ['61 minutes', '01:01:00'],
  ['13 hours', '13:00:00'],
] as const;

const strokesOf = (request: APIRequestContext, deckId: string) => async (): Promise<number> => {
  const listed = await request.get(`/api/decks/${deckId}/annotations`);
  return ((await listed.text()).match(/"tool":/g) ?? []).length;
};
const notesOf = (request: APIRequestContext, deckId: string) => async (): Promise<string> =>
  (await request.get(`/api/decks/${deckId}/notes`)).text();

/** Advances the page's clock, as after the computer slept. */
async function pause(page: Page, length: string): Promise<void> {
  await page.clock.fastForward(length);
}

test.describe('after a pause', () => {
  for (const [name, length] of PAUSES) {
    test(`of ${name} drawings and notes in the player reach the server`, async ({ page, context, user }) => {
      await page.clock.install();
      const deck = await uploadDeck(context.request, { title: `Pause of ${name} by ${user.email}` });
      const note = await openNotes(page, deck.id);
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      await expect(tools(page)).toBeVisible();
      await drag(page, [0.2, 0.2], [0.6, 0.2]);
      await expect.poll(strokesOf(context.request, deck.id)).toBe(1);

      await pause(page, length);
      await drag(page, [0.2, 0.5], [0.6, 0.5]);
      await expect(drawing(page, 'Drawing: 2 strokes by 1 person')).toBeAttached();
      await note.fill(`typed after ${name}`);
      await expect.poll(strokesOf(context.request, deck.id)).toBe(2);
      await expect.poll(notesOf(context.request, deck.id)).toContain(`typed after ${name}`);
    });
  }

  test('of 13 hours drawings in the presenter view reach the server', async ({ page, context, user }) => {
    await page.clock.install();
    const deck = await uploadDeck(context.request, { title: `Presenter's pause of ${user.email}` });
    await page.goto(`/decks/${deck.id}/present`);
    await expect(page.getByRole('main', { name: deck.title })).toBeVisible();
    await pause(page, '13:00:00');
    await page.keyboard.press('d');
    await expect(tools(page)).toBeVisible();
    await drag(page, [0.2, 0.5], [0.6, 0.5]);
    await expect.poll(strokesOf(context.request, deck.id)).toBe(1);
  });

  for (const [name, length] of PAUSES) {
    test(`of ${name} in which the session has ended, signing in again sends everything`, async ({
      page,
      context,
      user,
      pageErrors,
    }) => {
      pageErrors.expect(/401|ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/);
      await page.clock.install();
      const deck = await uploadDeck(context.request, { title: `Session of ${user.email}` });
      await openToDraw(page, deck.id);
      await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
      // The sign-in dialog blocks drawing, so the page is offline until the stroke is drawn.
      await context.setOffline(true);
      // The session has ended on the server; the browser still has its cookie.
      const { cookies } = await context.storageState();
      const signingOut = context.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } });
      expect((await signingOut).status()).toBe(200);
      await context.addCookies(cookies);

      await pause(page, length);
      await drag(page, [0.2, 0.5], [0.6, 0.5]);
      await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
      await context.setOffline(false);

      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await expect(dialog.getByLabel('Email')).toHaveValue(user.email);
      await dialog.getByLabel('Password', { exact: true }).fill(user.password);
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect.poll(strokesOf(context.request, deck.id)).toBe(1);
    });
  }
});

test('a drawing stored without an author by an earlier build goes to the only user of the device', async ({
  page,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { title: `Found by ${user.email}` });
  await openToDraw(page, deck.id);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await page.evaluate(
    async ([deckId, versionId]) => {
      const opening = indexedDB.open('lectern');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const stroke = {
        id: 'a'.repeat(20),
        tool: 'pen',
        color: '#c62828',
        width: 4,
        points: [
          [100, 100],
          [300, 300],
        ],
      };
      const place = { deckId, deckTitle: 'Found', slideIndex: 0, versionId, slideId: null };
      const work = { kind: 'ink', id: 'left', userId: '', clientId: 'gone', keptAt: 1, refusal: null, add: [stroke], erase: [] };
      const writing = opening.result.transaction('unsent', 'readwrite');
      writing.objectStore('unsent').put({ ...work, ...place });
      await new Promise((resolve) => (writing.oncomplete = resolve));
    },
    [deck.id, deck.currentVersionId],
  );
  await page.reload();
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await expect.poll(strokesOf(context.request, deck.id)).toBe(1);
});
