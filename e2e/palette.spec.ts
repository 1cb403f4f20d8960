import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { mixedDeck, revealDeck } from '#e2e/support/real-decks.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ pageErrors }) => pageErrors.expect(/violates the following Content Security Policy|Blocked script execution/));

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page): Locator => dialog(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('option', { name });
const selected = (page: Page): Locator => dialog(page).getByRole('option', { selected: true });

/** Waits until a text is found, in any deck or in this one. Texts are indexed after the upload. */
async function indexed(request: APIRequestContext, q: string, deckId?: string): Promise<void> {
  const query = new URLSearchParams({ q, ...(deckId !== undefined && { deckId }) });
  const hits = async () => ((await (await request.get(`/api/search?${query}`)).json()) as { items: unknown[] }).items.length;
  await expect.poll(hits).toBeGreaterThan(0);
}

/** Presses the key as soon as the page is there to receive it. */
async function open(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(?:Search|Overview)$/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** Types and waits until what is found for this text is shown and its first line is selected. */
async function find(page: Page, text: string, first: string | RegExp): Promise<void> {
  await field(page).fill(text);
  await expect(selected(page)).toHaveAccessibleName(first);
}

test('Enter and a click open the slide that was found, in decks of several kinds', async ({ page, context, user }) => {
  test.slow();
  expect(user.role).toBe('user');
  const word = 'heliotrope';
  const slides = ['<h1>Beginning</h1>', `<h1>Revenue ${word}</h1>`, '<h1>Churn</h1>', `<h1>Outlook ${word}plain</h1>`];
  const plain = await uploadDeck(context.request, { title: 'Plain', bytes: await plainDeck({ title: 'Plain', slides }) });
  const reveal = await uploadDeck(context.request, { title: 'Reveal', bytes: await revealDeck() });
  const mixed = await uploadDeck(context.request, { title: 'Mixed', bytes: await mixedDeck() });
  await indexed(context.request, `${word}plain`);
  await indexed(context.request, '"Vertical Slides"', reveal.id);
  await indexed(context.request, '"made of modules"', mixed.id);
  await page.goto('/');

  await test.step('a slide of a deck with several documents', async () => {
    await open(page);
    await find(page, `outlook ${word}pl`, /Slide 4/);
    await expect(selected(page).locator('mark').first()).toHaveText('Outlook');
    await page.keyboard.press('Enter');
    await expectPosition(page, 4, 4);
    await expect(page).toHaveURL(`/decks/${plain.id}/4`);
    await expect(slide(page).getByText('Outlook')).toBeVisible();
  });

  await test.step('another slide of the deck that is open, by a click', async () => {
    await open(page);
    await field(page).fill(`revenue ${word}`);
    await option(page, /Slide 2/).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectPosition(page, 2, 4);
  });

  const innerOf = async (deckId: string, q: string) => {
    const answer = await context.request.get(`/api/search?${new URLSearchParams({ q, deckId })}`);
    const { items } = (await answer.json()) as { items: { field: string; slideIndex: number; inner: number | null }[] };
    return items.find(({ field: found }) => found === 'slide');
  };

  await test.step('an inner slide of a deck that is one document, by Enter and by a click', async () => {
    const hit = await innerOf(reveal.id, '"Vertical Slides"');
    const number = (hit?.inner ?? 0) + 1;
    expect(number).toBeGreaterThan(2);
    for (const by of ['Enter', 'click'] as const) {
      await page.goto('/');
      await open(page);
      await field(page).fill('"vertical slides" nested');
      const found = option(page, new RegExp(`Reveal.*Slide ${String(number)}$`));
      await expect(found).toBeVisible();
      if (by === 'click') await found.click();
      else {
        while ((await selected(page).getAttribute('id')) !== (await found.getAttribute('id')))
          await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      await expectPosition(page, number, 41);
      await expect(page).toHaveURL(`/decks/${reveal.id}/${String(number)}`);
      await expect(slide(page).locator('section.present:not(.stack)').getByText('Vertical Slides')).toBeVisible();
    }
  });

  await test.step('an inner slide in one of several documents', async () => {
    expect(await innerOf(mixed.id, '"a column"')).toMatchObject({ slideIndex: 1, inner: 1 });
    await page.goto('/');
    await open(page);
    await field(page).fill('"a column"');
    await option(page, /Mixed.*Slide 2, 2$/).click();
    await expect(slide(page).locator('section.present:not(.stack)').getByText('A column')).toBeVisible();
    await expect(page).toHaveURL(`/decks/${mixed.id}/2`);
  });

  await test.step('the same if the document says at first that it has no slides, because its runtime is on its way', async () => {
    const hasSaid = Promise.withResolvers<void>();
    await page.route('**/reveal.js', async (route) => {
      await hasSaid.promise;
      await route.continue();
    });
    await page.exposeFunction('documentHasNoSlides', () => hasSaid.resolve());
    await page.addInitScript(() => {
      addEventListener('message', ({ source, data }: MessageEvent<{ lectern?: string; position?: unknown }>) => {
        const current = document.querySelector<HTMLIFrameElement>('iframe[data-current="true"]')?.contentWindow;
        if (source === current && data.lectern === 'position' && data.position === null)
          (Reflect.get(window, 'documentHasNoSlides') as () => void)();
      });
    });
    await page.goto('/');
    await open(page);
    await field(page).fill('"a column"');
    await option(page, /Mixed.*Slide 2, 2$/).click();
    await expect(slide(page).locator('section.present:not(.stack)').getByText('A column')).toBeVisible();
  });
});

test('a link to an inner slide is followed in a document whose runtime starts after it is complete', async ({
  page,
  context,
  user,
}) => {
  expect(user.role).toBe('user');
  const deck = await uploadDeck(context.request, { title: 'Mixed', bytes: await mixedDeck(1000) });
  await page.goto(`/decks/${deck.id}/2?inner=2`);
  await expect(slide(page).locator('section.present:not(.stack)').getByText('A column')).toBeVisible();
});

test('what arrives while one types never changes what Enter opens', async ({ page, context, user }) => {
  expect(user.role).toBe('user');
  const word = 'heliotrop';
  const bytes = await plainDeck({ slides: [`<h1>${word} one</h1>`, `<h1>${word}er two</h1>`, '<h1>Three</h1>'] });
  const deck = await uploadDeck(context.request, { title: 'Typed', bytes });
  await indexed(context.request, `${word}er`);
  const held: (() => Promise<void>)[] = [];
  await page.route(/search\.find/, async (route) => {
    if (route.request().url().includes(`${word}er`)) held.push(() => route.continue());
    else await route.continue();
  });
  await page.goto('/');
  await open(page);
  await find(page, word, /Slide 1/);
  // At once: a search between the two letters would be answered.
  await field(page).fill(`${word}er`);
  // The lines of the earlier text are still there, but none is selected: Enter does nothing.
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(option(page, /Slide 1/)).toBeVisible();
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  // One that the user selects stays selected, or nothing does.
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toHaveAccessibleName(/Slide 1/);
  for (const release of held) await release();
  await expect(option(page, /Slide 1/)).toHaveCount(0);
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/decks/${deck.id}/2`);
});

test('recent decks, commands and people, by keyboard alone', async ({ page, context, user, accounts, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  expect(user.role).toBe('user');
  const other = await accounts.anAccount({ name: 'Zoe Other' });
  const deck = await uploadDeck(context.request, { title: 'Opened before' });
  const remembered = page.waitForResponse((response) => response.url().includes('openings.save'));
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 3);
  await remembered;
  await page.goto('/');
  await open(page);
  await expect(selected(page)).toHaveAccessibleName(/Opened before/);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Search":
      - search:
        - combobox "Search decks, slides, people and commands" [expanded]
        - button "Close"
      - listbox "Results":
        - group "Opened recently":
          - option /Opened before/ [selected]
        - group "Commands":
          - option "Library"
  `);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await open(page);
  await find(page, 'dark', 'Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await expect(dialog(page)).toHaveCount(0);

  await open(page);
  await field(page).fill(other.email);
  await expect(option(page, new RegExp(other.email))).toBeVisible();
  await find(page, other.email, new RegExp(other.email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?person=/);
  await expect(page.getByRole('heading', { name: 'No decks of this person that you may see' })).toBeVisible();

  await open(page);
  await field(page).fill('zzzz nowhere');
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing found for “zzzz nowhere”');
  await context.setOffline(true);
  await field(page).fill('zzzz offline');
  await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached');
  await context.setOffline(false);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(0);
});

test('in the player the key works in the slide, and only a person can press it', async ({ page, context, user }) => {
  expect(user.role).toBe('user');
  const slides = ['One', '<input aria-label="Own field">', 'Three'];
  const deck = await uploadDeck(context.request, { title: 'Keys', bytes: await plainDeck({ slides }) });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 3);
  await page.locator('main iframe[data-current="true"]').focus();
  await expect(page.getByRole('button', { name: 'Overview', exact: true })).toBeVisible();
  await page.keyboard.down('Control');
  await page.keyboard.down('k');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
  await page.keyboard.up('k');
  await page.keyboard.up('Control');
  await expect(field(page)).toBeFocused();
  await find(page, 'overv', /Overview/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Escape');

  // A message without a key does nothing.
  await page.locator('main iframe[data-current="true"]').focus();
  await slide(page)
    .locator('body')
    .evaluate(() => parent.postMessage({ lectern: 'key', key: 'k', shiftKey: false, control: true }, '*'));
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await expect(dialog(page)).toHaveCount(0);

  // From the menu, without a keyboard.
  await page.getByRole('button', { name: 'Actions for Keys' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await expect(field(page)).toBeFocused();
  await find(page, 'new link', 'New link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible();
});

test('in the presenter view a slide of the deck is shown there', async ({ page, context, user }) => {
  expect(user.role).toBe('user');
  const word = 'heliotrope';
  const bytes = await plainDeck({ slides: ['One', 'Two', `Third ${word}`] });
  const deck = await uploadDeck(context.request, { title: 'Presented', bytes });
  await indexed(context.request, word);
  await openDeck(page, deck.id, 1);
  const view = await present(page);
  await expectPosition(view, 1, 3);
  await open(view);
  await find(view, word, /Slide 3/);
  await view.keyboard.press('Enter');
  await expectPosition(view, 3, 3);
  await expect(view).toHaveURL(new RegExp(`/decks/${deck.id}/present`));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('a button opens the search over the whole screen', async ({ page, context, user }) => {
    expect(user.role).toBe('user');
    const word = 'heliotrope';
    await uploadDeck(context.request, { title: 'Small', bytes: await plainDeck({ slides: ['One', `Second ${word}`] }) });
    await indexed(context.request, word);
    await page.goto('/');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await field(page).fill(word);
    // After the transition. The space of a scrollbar may be left out.
    await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 640 });
    expect((await dialog(page).boundingBox())?.width).toBeGreaterThan(300);
    await option(page, /Slide 2/).tap();
    await expectPosition(page, 2, 2);
  });
});
