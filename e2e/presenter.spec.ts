import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expectSlideInView, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['One', '<p class="fragment">First</p><p class="fragment">Second</p>', 'Three'];
const NOTES = ['Say hello.', 'Two steps.', 'Goodbye.'];

test('the presenter view shows the next slide, the notes and the time', async ({ page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: SLIDES, notes: NOTES }) });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);

  const next = view.getByRole('region', { name: 'Next' });
  const nextSlide = next.locator('iframe[data-current="true"]').contentFrame();
  const note = (number: number) => view.getByRole('textbox', { name: `Notes for slide ${String(number)}` });
  await expect(note(1)).toHaveValue('Say hello.');
  await view.keyboard.press('ArrowRight');
  await expect(next.getByRole('heading')).toHaveText('Next step');
  await expect(nextSlide.getByText('First')).toBeVisible();
  await expect(nextSlide.getByText('Second')).toBeHidden();
  await view.keyboard.press('ArrowRight');
  await expect(nextSlide.getByText('Second')).toBeVisible();
  await view.keyboard.press('Shift+ArrowRight');
  await view.keyboard.press('End');
  await expect(next.getByText('This is the last slide')).toBeVisible();

  await note(3).fill('Goodbye, and questions.');
  await expect(view.getByText('Saved')).toBeVisible();
  await note(3).press('Escape');

  await view.getByRole('button', { name: 'Set a time' }).click();
  await view.getByRole('textbox', { name: 'Planned time' }).fill('20');
  await view.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(view.getByText('19:')).toBeVisible();
  await view.getByRole('button', { name: 'Pause the clock' }).click();
  await expect(view.getByRole('button', { name: 'Resume the clock' })).toBeVisible();
  await view.getByRole('button', { name: 'Reset the clock' }).click();
  await expect(view.getByText('20:00')).toBeVisible();
  await expectAccessible(view);
});

test('the laser dot is shown in the player while the pointer moves', async ({ page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  await view.keyboard.press('l');
  await expect(view.getByRole('button', { name: 'Laser pointer' })).toHaveAttribute('aria-pressed', 'true');
  const box = await view.getByRole('region', { name: 'Current slide' }).boundingBox();
  if (box === null) throw new Error('The slide is not on the screen.');
  await untilPainted(view);
  await view.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5);
  const dot = stage.locator('.laser-reach');
  await expect(dot).toHaveAttribute('data-lit', 'true');
  await expect(dot).toHaveAttribute('style', /translate\(2[45]\.?\d*%, (49|50)\.?\d*%\)/);
  await view.keyboard.press('l');
  await expect(dot).toHaveAttribute('data-lit', 'false');
});

test('the overview moves the talk to a slide and returns the focus', async ({ page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: SLIDES, notes: NOTES }) });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const next = view.getByRole('button', { name: 'Next', exact: true });
  const overview = view.getByRole('dialog', { name: 'Overview' });

  await next.focus();
  await view.keyboard.press('o');
  await expect(overview.getByRole('button', { name: '1 Slide 1' })).toBeFocused();
  await expect(overview.locator('iframe[data-loaded="true"]')).toHaveCount(3);
  await expectAccessible(view);
  await view.keyboard.press('Escape');
  await expect(overview).toHaveCount(0);
  await expect(next).toBeFocused();

  await view.getByRole('button', { name: 'Overview' }).click();
  await overview.getByRole('button', { name: '3 Slide 3' }).click();
  await expect(overview).toHaveCount(0);
  await expectSlideInView(view, 3);
  await expectPosition(stage, 3, 3);

  await view.keyboard.press('g');
  await expect(view.getByRole('textbox', { name: 'Go to slide' })).toBeFocused();
});

test('a blocked popup leaves a link, and the presenter view works as a page on any screen', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: SLIDES, notes: NOTES }) });
  await openDeck(page, deck.id, 2);
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Go live' }).click();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the presenter view' }).click();
  const view = await opening;
  await expectSlideInView(view, 2);
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1920, 1080],
  ] as const) {
    await view.setViewportSize({ width, height });
    await expectNoSidewaysScroll(view);
    await expect(view.getByRole('button', { name: 'Next' })).toBeInViewport();
    await expect(view.getByRole('textbox', { name: 'Notes for slide 2' })).toBeInViewport();
  }
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByRole('button', { name: 'Next' }).click();
  await expectPosition(page, 3, 3);

  // Without a talk it is a rehearsal with its own clock.
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await view.reload();
  await expect(view.getByText('No one can follow yet.')).toBeVisible();
  await view.getByRole('button', { name: 'Start talk' }).click();
  await expect(page.getByText('You are presenting')).toBeAttached();
});

test('a talk ends after its last move has arrived', async ({ page: stage, context, user }) => {
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: SLIDES }) });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const [moving, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const arrived: string[] = [];
  await context.route(/talks\.move/, async (route) => {
    moving.resolve();
    await held.promise;
    const response = await route.fetch();
    arrived.push('move');
    await route.fulfill({ response });
  });
  await context.route(/talks\.end/, async (route) => {
    arrived.push('end');
    await route.continue();
  });
  await view.keyboard.press('ArrowRight');
  await moving.promise;
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  // The button has no name while it waits.
  await expect(view.getByRole('dialog').getByRole('button').last()).toBeDisabled();
  held.resolve();
  await expect(view.getByRole('button', { name: 'Start talk' })).toBeVisible();
  expect(arrived).toEqual(['move', 'end']);
});
