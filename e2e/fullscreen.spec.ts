import { uploadDeck } from '#e2e/support/decks.ts';
import { useFullBrowser } from '#e2e/support/full-browser.ts';
import { openDeck } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

useFullBrowser('Without a user interface, Chromium leaves fullscreen when a window opens.');

test('the stage stays in fullscreen when the presenter view opens', async ({ page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name });
  await openDeck(stage, deck.id, 1);
  const isFullscreen = () => stage.evaluate(() => document.fullscreenElement !== null);
  await stage.keyboard.press('f');
  await expect.poll(isFullscreen).toBe(true);
  await present(stage);
  expect(await isFullscreen()).toBe(true);
});
