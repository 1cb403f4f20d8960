import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openToDraw, tools } from '#e2e/support/ink.ts';
import { expectFocusSeen, tabTo } from '#e2e/support/keyboard.ts';
import { DELETED_MEANWHILE } from '#e2e/support/page-errors.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('with reduced motion, nothing is animated', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(DELETED_MEANWHILE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Recorded when they start: whether a running one is seen depends on how busy the machine is.
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const note = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return;
      for (const animation of target.getAnimations({ subtree: true })) {
        const lasts = Number(animation.effect?.getComputedTiming().endTime);
        if (lasts > 2) moved.push(`${type} of ${String(lasts)} ms on ${target.outerHTML.slice(0, 100)}`);
      }
    };
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true);
  });
  const moved = () => page.evaluate(() => Reflect.get(window, 'moved') as string[]);

  const deck = await uploadDeck(context.request, { title: `Still for ${user.email}` });
  await page.goto('/?owner=me');
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Add a deck' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moved()).toEqual([]);

  await openToDraw(page, deck.id);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  for (const [key, name] of [
    ['o', 'Overview'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toBeFocused();
  expect(await moved()).toEqual([]);
  // Finished animations are no longer listed; endless ones are.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('in forced colors the focus and selected items are recognizable', async ({ page, context, user }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const deck = await uploadDeck(context.request, { title: `Seen by ${user.email}`, bytes: await plainDeck() });
  const differ = (what: string, chosen: string, other: string) =>
    expect
      .poll(() => page.evaluate(looksOf, [chosen, other] as const).then(([a, b]) => a !== undefined && a !== b), {
        message: what,
      })
      .toBe(true);

  await page.goto('/account');
  await tabTo(page, page.getByRole('radio', { name: 'System' }));
  await differ('the theme', '.segments input:checked + span', '.segments input:not(:checked) + span');
  await page.goto('/?owner=me');
  await tabTo(page, page.getByRole('searchbox'));
  await tabTo(page, page.getByRole('button', { name: `Actions for ${deck.title}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');

  await openDeck(page, deck.id, 2);
  await page.keyboard.press('g');
  await expect(page.getByRole('textbox', { name: 'Go to slide' })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Go to slide' })).toHaveCount(0);
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: '2 Slide 2', exact: true })).toBeFocused();
  await expectFocusSeen(page);
  await differ('the slide on the stage', '.tile[aria-current] .tile-picture', '.tile:not([aria-current]) .tile-picture');
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: '1 Slide 1', exact: true })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await differ('the tool', '.ink-button[aria-pressed="true"]', '.ink-button[aria-pressed="false"]');
  await differ('the notes', '.player-button[aria-pressed="true"]', '.player-button[aria-pressed="false"]');
});

/** Which parts of both are painted in forced colors, other than text and images. */
function looksOf(selectors: readonly [string, string]): (string | undefined)[] {
  return selectors.map((selector) => {
    const element = document.querySelector(selector);
    if (element === null) return undefined;
    const { outline, border, backgroundColor, color, boxShadow, textDecorationLine } = getComputedStyle(element);
    return [outline, border, backgroundColor, color, boxShadow, textDecorationLine].join(' ');
  });
}
