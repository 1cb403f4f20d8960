import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

/** The properties that the animations of the transition change, and their durations. */
function recordTransitions(): void {
  const seen: { properties: string[]; durations: number[] } = { properties: [], durations: [] };
  Reflect.set(window, 'transition', seen);
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    void transition.ready
      .then(() => {
        for (const animation of document.getAnimations()) {
          if (!(animation.effect instanceof KeyframeEffect)) continue;
          // Other pseudo-elements, such as a spinner, have animations of their own.
          if (animation.effect.pseudoElement?.startsWith('::view-transition') !== true) continue;
          seen.durations.push(Number(animation.effect.getTiming().duration));
          for (const frame of animation.effect.getKeyframes()) seen.properties.push(...Object.keys(frame));
        }
        return undefined;
      })
      .catch(() => undefined);
    return transition;
  };
}

test('a deck opens from its card with a short transition, which reduced motion leaves out', async ({ page, context, user }) => {
  const title = `Opened by ${user.email}`;
  await uploadDeck(context.request, { title, bytes: await plainDeck({ title }) });
  await page.addInitScript(recordTransitions);
  const seen = () => page.evaluate(() => Reflect.get(window, 'transition') as { properties: string[]; durations: number[] });
  await page.goto('/?owner=me');
  await page.getByRole('link', { name: title }).click();
  await expectPosition(page, 1, 3);
  await expect.poll(async () => (await seen()).durations.length).toBeGreaterThan(0);
  for (const duration of (await seen()).durations) expect(duration).toBe(160);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?owner=me');
  await page.getByRole('link', { name: title }).click();
  await expectPosition(page, 1, 3);
  expect((await seen()).durations).toEqual([]);
});

test('a deck opens without an error if the browser skips the transition', async ({ page, context, user }) => {
  const title = `Skipped by ${user.email}`;
  await uploadDeck(context.request, { title, bytes: await plainDeck({ title }) });
  // As it does when the window is resized.
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.skipTransition();
      return transition;
    };
  });
  await page.goto('/?owner=me');
  await page.getByRole('link', { name: title }).click();
  await expectPosition(page, 1, 3);
});
