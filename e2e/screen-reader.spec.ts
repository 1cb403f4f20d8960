import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { marpDeck } from '#e2e/support/real-decks.ts';
import { expectSlideInView } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['<h1>Welcome</h1>', '<h1>Steps</h1><p class="fragment">First</p>', '<h1>Goodbye</h1>'];

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

/** The frames in Chromium's accessibility tree, which excludes hidden and inert ones. */
async function framesInTree(page: Page): Promise<unknown[]> {
  const protocol = await page.context().newCDPSession(page);
  const { nodes } = await protocol.send('Accessibility.getFullAXTree');
  await protocol.detach();
  return nodes.filter(({ role, ignored }) => role?.value === 'Iframe' && !ignored).map(({ name }) => name?.value as unknown);
}

/** Records what live regions announce from now on; returns a function that reads it. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest('[role="status"], [aria-live]'),
        ),
      );
      for (const region of regions) if (region != null) said.push(region.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[]);
}

test('the player exposes only the current slide and announces each change once', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: SLIDES }) });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByRole('heading', { name: 'Welcome' })).toBeVisible();
  // The next slide is loaded behind it.
  await expect(page.locator('main iframe')).toHaveCount(2);
  expect(await framesInTree(page)).toEqual(['Slide 1: Slide 1']);

  const said = await listen(page);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expectPosition(page, 3, 3);
  await expect(slide(page).getByRole('heading', { name: 'Goodbye' })).toBeVisible();
  await expect.poll(() => framesInTree(page)).toEqual(['Slide 3: Slide 3']);
  expect(await said()).toEqual(['Slide 2 of 3', 'Slide 3 of 3']);
});

test('the presenter view exposes only the current slide', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: SLIDES }) });
  await page.goto(`/decks/${deck.id}/present`);
  await expectSlideInView(page, 1);
  const current = page.getByRole('region', { name: 'Current slide' });
  const heading = (name: string) => current.locator('iframe[data-current="true"]').contentFrame().getByRole('heading', { name });
  await expect(heading('Welcome')).toBeVisible();
  // The preview is for viewing only and could be confused with the current slide.
  await expect.poll(() => framesInTree(page)).toEqual(['Slide 1: Slide 1']);
  const said = await listen(page);
  await page.keyboard.press('End');
  await expectPosition(page, 3, 3);
  await expect(heading('Goodbye')).toBeVisible();
  expect((await said()).filter((words) => words.startsWith('Slide'))).toEqual(['Slide 3 of 3']);
});

test('in the overview of a single-document deck every tile is described by its text', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Marp', bytes: await marpDeck() });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 4);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  const tile = overview.getByRole('button', { name: '2 Steps one by one' });
  await expect(tile).toBeFocused();
  await expect(tile).toHaveAccessibleDescription('Apple Pear Plum');
  await expect(overview.locator('.live-picture[data-shown="true"]')).toHaveCount(1);
  expect(await framesInTree(page)).toEqual([]);
});
