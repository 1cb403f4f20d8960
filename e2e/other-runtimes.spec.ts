import type { Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import {
  expectPosition,
  listenForPositions,
  openDeck,
  pressAtOnce,
  pressInSlide,
  reloadAt,
  reported,
  slide,
} from '#e2e/support/player.ts';
import {
  bespokeDeck,
  cardsDeck,
  fragmentDeck,
  remarkDeck,
  scrollingDeck,
  showerCoreDeck,
  showerDeck,
  spectacleDeck,
  switcherDeck,
  webslidesDeck,
} from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  // The demos load fonts, scripts and pictures from other hosts, which is not allowed by default.
  pageErrors.expect(/violates the following Content Security Policy|Failed to load resource/);
});

/** Waits until player and deck are at this position. */
async function expectArrival(page: Page, position: number, count: number): Promise<void> {
  await expectPosition(page, position, count);
  await expect.poll(async () => (await reported(page))?.index).toBe(position - 1);
}

/** Presses the key for the next step or slide, and waits until the deck has moved: some decks lose a key that comes earlier. */
async function goForward(page: Page, position: number, count: number): Promise<void> {
  const placeNow = async () => {
    const { index, step } = (await reported(page)) ?? { index: -1, step: 0 };
    return `${index}.${step}`;
  };
  const before = await placeNow();
  await page.keyboard.press('ArrowRight');
  await expect.poll(placeNow).not.toBe(before);
  await expectArrival(page, position, count);
}

for (const { name, pack, count, forward, again, found } of [
  { name: 'WebSlides', pack: webslidesDeck, count: 8, forward: [2, 3], found: 'Ready to Start' },
  { name: 'Shower 2', pack: showerDeck, count: 12, forward: [2, 3], found: 'Code samples' },
  // Its second slide has two steps, which stay visible once they have been shown.
  { name: 'Shower 3', pack: showerCoreDeck, count: 3, forward: [2, 2, 2, 3], again: [2, 3], found: 'The end' },
  { name: 'remark', pack: remarkDeck, count: 3, forward: [2, 3], found: 'Introduction' },
  { name: 'Bespoke', pack: () => bespokeDeck(), count: 3, forward: [2, 2, 2, 3], found: 'The end' },
  {
    name: 'Bespoke without its fragment',
    pack: () => bespokeDeck({ hash: false }),
    count: 3,
    forward: [2, 2, 2, 3],
    found: 'The end',
  },
  { name: 'Spectacle', pack: spectacleDeck, count: 3, forward: [2, 2, 2, 3], found: 'The end' },
  { name: 'a switcher made by hand', pack: switcherDeck, count: 4, forward: [2, 3], found: 'Fourth' },
  { name: 'a page that scrolls', pack: scrollingDeck, count: 4, forward: [2, 3], found: 'Fourth' },
]) {
  test(`${name} plays slide by slide, has an overview, links to slides and opens where the user left it`, async ({
    page,
    context,
  }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    await listenForPositions(page);
    await openDeck(page, deck.id, 1);
    await expectArrival(page, 1, count);
    // Beside the slide first, then inside it: the same keys do the same.
    for (const position of forward) await goForward(page, position, count);
    await page.keyboard.press('Home');
    await expectArrival(page, 1, count);
    await page.locator('main iframe[data-current="true"]').focus();
    for (const position of again ?? forward) await goForward(page, position, count);

    await pressInSlide(page, 'o');
    const overview = page.getByRole('dialog', { name: 'Overview' });
    const tile = overview.getByRole('button', { name: new RegExp(found) }).first();
    const number = Number(await tile.locator('.tile-number').textContent());
    await tile.click();
    await expectArrival(page, number, count);
    await reloadAt(page, number);
    await expectArrival(page, number, count);
    await page.goto(`/decks/${deck.id}/2`);
    await expectArrival(page, 2, count);
    // Back beyond the first slide does nothing, however quickly the keys follow each other.
    await pressAtOnce(page, { key: 'ArrowLeft', shiftKey: false }, 3);
    await expectArrival(page, 1, count);
  });
}

test('a page that scrolls stays at the slide that the browser has snapped to, and goes where it scrolls itself', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Snapped', bytes: await scrollingDeck() });
  await openDeck(page, deck.id, 3);
  const root = slide(page).locator('html');
  const shownSlide = () => root.evaluate((html) => Math.round(html.scrollTop / innerHeight) + 1);
  await expect.poll(shownSlide).toBe(3);
  await root.evaluate((html) => html.querySelectorAll('section')[3]?.scrollIntoView());
  await expectPosition(page, 4, 4);
  await slide(page).getByText('Fourth').hover();
  await page.mouse.wheel(0, -500);
  await expectPosition(page, 3, 4);
  // As Chromium does, which cannot be made to: the start is shown, and the browser still says that it has snapped to the third slide.
  await root.evaluate(async (html) => {
    html.scrollTo({ top: 0, behavior: 'instant' });
    // The browser reports the end of this scroll in the meantime.
    for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame);
    const [, , third] = html.querySelectorAll('section');
    if (third === undefined) throw new Error('The deck has no third slide.');
    third.getBoundingClientRect = () => html.getBoundingClientRect();
    document.dispatchEvent(Object.assign(new Event('scrollsnapchange'), { snapTargetBlock: third }));
    Reflect.deleteProperty(third, 'getBoundingClientRect');
    document.dispatchEvent(new Event('scrollend'));
  });
  await expect.poll(shownSlide).toBe(3);
  await expectPosition(page, 3, 4);
});

test('a page that scrolls twice, before the browser has noticed the first time, stays at the second slide', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Scrolled twice', bytes: await scrollingDeck() });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 4);
  const endsAt = (later: 'now' | 'scroll' | 'scrollsnapchange' | 'scrollend') =>
    slide(page)
      .locator('html')
      .evaluate(async (html, when) => {
        const [, second, third] = html.querySelectorAll('section');
        const frames = async (count: number) => {
          for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
        };
        second?.scrollIntoView();
        await frames(8);
        third?.scrollIntoView();
        const back = () => second?.scrollIntoView();
        if (when === 'now') back();
        else document.addEventListener(when, back, { once: true });
        await frames(8);
        return Math.round(html.scrollTop / innerHeight) + 1;
      }, later);
  expect(await endsAt('now')).toBe(2);
  expect(await endsAt('scroll')).toBe(2);
  expect(await endsAt('scrollsnapchange')).toBe(2);
  expect(await endsAt('scrollend')).toBe(2);
});

test('notes of remark are found', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'remark', bytes: await remarkDeck() });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 3);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('searchbox').fill('notes for the first');
  await expect(overview.getByRole('button', { name: /My Awesome Presentation/ })).toBeVisible();
});

test('where only the fragment tells the slides apart, its number is the position, and the last slide ends the count', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'One at a time', bytes: await fragmentDeck() });
  const heading = slide(page).getByRole('heading');
  const note = page.getByRole('textbox', { name: 'Notes for slide 3' });
  await openDeck(page, deck.id, 1);
  await expect(heading).toHaveText('First');
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText('Second');
  await expect(page).toHaveURL(`/decks/${deck.id}/2`);
  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText('Third');
  await note.fill('Only for the third');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  // A step of the slide is not the next slide.
  await page.keyboard.press('ArrowRight');
  await expect(slide(page).getByText('A step')).toBeVisible();
  await expect(note).toHaveValue('Only for the third');
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText('Fourth');
  await expect(page.getByRole('textbox', { name: 'Notes for slide 4' })).toHaveValue('');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 4, 4);

  await page.goto('/');
  await openDeck(page, deck.id, 3);
  await expect(heading).toHaveText('Third');
  await expect(note).toHaveValue('Only for the third');
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toHaveText('Second');
});

test('a deck without a fragment on its first slide has positions from the second slide on', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'One at a time', bytes: await fragmentDeck({ onFirst: false }) });
  const heading = slide(page).getByRole('heading');
  await openDeck(page, deck.id, 1);
  await expect(heading).toHaveText('First');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/decks/${deck.id}/2`);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/decks/${deck.id}/3`);
  await expect(heading).toHaveText('Third');
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(`/decks/${deck.id}/1`);
  await expect(heading).toHaveText('First');

  await test.step('a link to a slide and opening the deck again lead to the slide', async () => {
    await page.goto('/');
    await openDeck(page, deck.id, 4);
    await expect(heading).toHaveText('Fourth');
    await page.keyboard.press('ArrowLeft');
    await expect(heading).toHaveText('Third');
    await expect(page).toHaveURL(`/decks/${deck.id}/3`);
    await page.goto('/');
    await page.goto(`/decks/${deck.id}`);
    await expect(heading).toHaveText('Third');
    await expect(page).toHaveURL(`/decks/${deck.id}/3`);
  });
});

test('where no slides are found, keys go to the deck, and the owner can say what the slides are', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Cards', bytes: await cardsDeck() });
  await openDeck(page, deck.id, 1);
  const heading = slide(page).getByRole('heading');
  await expect(heading).toHaveText('One');
  await expectPosition(page, 1, 1);
  await page.keyboard.press('ArrowRight');
  await expect(heading).toHaveText('Two');
  await page.keyboard.press('d');
  await expect(page.getByText('What you draw is shown on the whole document.')).toBeVisible();
  await page.keyboard.press('Escape');

  // A link to a slide cannot be followed here: the deck shows its start again.
  await page.goto('/');
  await openDeck(page, deck.id, 2);
  await expect(page).toHaveURL(`/decks/${deck.id}/1`);
  await expect(heading).toHaveText('One');
  await expectPosition(page, 1, 1);

  await page.getByRole('button', { name: /^Actions for / }).press('Enter');
  await page.getByRole('menuitem', { name: 'Slides of this deck' }).click();
  const dialog = page.getByRole('dialog', { name: 'This deck’s slides are:' });
  await dialog.getByRole('radio', { name: 'Elements that match a CSS selector' }).check();
  await dialog.getByLabel('CSS selector', { exact: true }).fill('main > ');
  await expect(dialog.getByText('This is not a CSS selector.')).toBeVisible();
  await dialog.getByLabel('CSS selector', { exact: true }).fill('main > div');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expectPosition(page, 1, 3);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await reloadAt(page, 2);
  await expectPosition(page, 2, 3);
  await expect(heading).toHaveText('Two');
});
