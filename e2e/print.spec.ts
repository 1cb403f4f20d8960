import type { DeckDetail } from '#shared/decks.ts';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { useFullBrowser } from '#e2e/support/full-browser.ts';
import { openDeck } from '#e2e/support/player.ts';
import { printedBy } from '#e2e/support/pdf.ts';
import { revealNotesDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

const OWN = { width: 960, height: 540 };
const A4 = { width: 595, height: 842 };
/** The background of plain decks. */
const BLUE = '#20304a';
const ORANGE = '#d9542b';

useFullBrowser('Without one, Chromium prints frames of other processes empty.');
test.beforeEach(() => test.slow());

test('a deck is printed from the menu, one slide a page, and as a handout', async ({ page, context, user }) => {
  const slides = ['One', 'Two', 'Three', 'Four', 'Five'];
  const deck = await uploadDeck(context.request, { title: `Printed by ${user.email}`, bytes: await plainDeck({ slides }) });
  await context.request.post(`/api/decks/${deck.id}/annotations/0/strokes`, {
    data: {
      add: [
        {
          id: 'arrow',
          tool: 'pen',
          color: ORANGE,
          width: 8,
          points: [
            [100, 100],
            [300, 300],
          ],
        },
      ],
    },
  });
  await openDeck(page, deck.id, 1);
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Download PDF or pictures…' }).click();
  await page.getByRole('button', { name: 'Go to the print page' }).click();
  await expect(page.getByRole('heading', { name: 'Print or save as PDF' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Slide 1: Slide 1' })).toBeVisible();

  const plain = await printedBy(page);
  expect(plain.pages).toEqual(slides.map(() => OWN));
  expect(plain.fills(BLUE)).toBe(slides.length);
  expect(plain.fills(ORANGE)).toBe(0);
  // The print dialog is closed.
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Drawings' }).check();
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await page.getByRole('radio', { name: 'A4' }).check();
  await expect(page.getByRole('img', { name: 'Drawing: 1 stroke by 1 person' })).toBeVisible();
  const handout = await printedBy(page);
  expect(handout.pages).toEqual([0, 1].map(() => ({ width: A4.height, height: A4.width })));
  expect(handout.fills(BLUE)).toBe(slides.length);
  expect(handout.fills(ORANGE)).toBe(1);
  await page.reload();
  await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked();
});

test('notes are printed below the slides or on pages of their own, in the version that was chosen', async ({
  page,
  context,
  user,
}) => {
  const bytes = await plainDeck({ slides: ['One', 'Two'], notes: ['Say hello', 'A line\n'.repeat(80)] });
  const deck = await uploadDeck(context.request, { title: `Noted by ${user.email}`, bytes });
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'Say goodbye' } });
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer: await plainDeck({ slides: ['Another'] }) };
  await context.request.post(`/api/decks/${deck.id}/versions`, { multipart: { file } });

  await page.goto(`/decks/${deck.id}/print?notes=below&paper=a4&versionId=${deck.currentVersionId}`);
  await expect(page.getByText('Version 1')).toBeVisible();
  // The team's note takes the place of the author's.
  await expect(page.getByText('Say goodbye')).toBeVisible();
  await expect(page.getByText('Say hello')).toHaveCount(0);
  const below = await printedBy(page);
  // The second note continues on other pages.
  expect(below.pages.length).toBeGreaterThan(2);
  expect(below.pages[0]).toEqual(A4);
  expect(below.fills(BLUE)).toBe(2);

  await page.getByRole('radio', { name: 'On their own pages' }).check();
  const apart = await printedBy(page);
  expect(apart.pages.slice(0, 3)).toEqual([OWN, A4, OWN]);
});

test('slides inside a document are printed one by one, as on the screen, with their steps', async ({ page, context, user }) => {
  const sections = [
    '<section><h2>First</h2><aside class="notes">Of the first</aside></section>',
    '<section><h2>Second</h2><p class="fragment" style="background: #d9542b">A step</p></section>',
    '<section data-background-color="#20304a"><h2>Third</h2></section>',
  ];
  const bytes = await revealNotesDeck('<style>.reveal-viewport { background: #124a12 }</style>', ...sections);
  const deck = await uploadDeck(context.request, { title: `Inside, by ${user.email}`, bytes });
  await page.goto(`/decks/${deck.id}/print?notes=below&paper=letter`);
  await expect(page.getByText('Of the first')).toBeVisible();
  const pdf = await printedBy(page);
  expect(pdf.pages).toEqual(sections.map(() => ({ width: 612, height: 792 })));
  // The rules of reveal.js for paper would print all slides in each frame, without their colors.
  expect(pdf.fills('#124a12')).toBe(sections.length);
  expect(pdf.fills(ORANGE)).toBe(1);
  expect(pdf.fills(BLUE)).toBe(1);
});

test('the print page is accessible in every theme', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/404/);
  const deck = await uploadDeck(context.request, { title: `Seen by ${user.email}` });
  await page.goto(`/decks/${deck.id}/print?notes=below`);
  await expect(page.getByRole('img', { name: 'Slide 1: Slide 1' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.keyboard.press('Control+p');
  await expect(page.getByRole('dialog', { name: 'Preparing the pages' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/decks/nope/print');
  await expect(page.getByRole('heading', { name: 'This deck cannot be printed right now' })).toBeVisible();
});

test('with a renderer, the server’s pictures are printed, larger ones where slides are large', async ({ renderingBrowser }) => {
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const sections = ['One', 'Two', 'Three'].map((title) => `<section><h2>${title}</h2></section>`);
  const deck = await uploadDeck(context.request, { title: 'In pictures', bytes: await revealNotesDeck(...sections) });
  const shown = async () => ((await (await context.request.get(`/api/decks/${deck.id}`)).json()) as DeckDetail).shownSlideCount;
  await expect.poll(shown).toBe(sections.length);
  await page.goto(`/decks/${deck.id}/print`);
  await expect(page.getByRole('img', { name: 'Slide 1: One' })).toBeVisible();
  expect((await printedBy(page)).pages).toHaveLength(sections.length);
  const widths = () =>
    page.locator('.printed-slide img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(await widths()).toEqual([1280, 1280, 1280]);
  await page.getByRole('radio', { name: '6', exact: true }).check();
  await expect.poll(widths).toEqual([640, 640, 640]);
});
