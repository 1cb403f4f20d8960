import type { APIRequestContext, Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, tools } from '#e2e/support/ink.ts';
import { expectPosition, openDeck, openNotes } from '#e2e/support/player.ts';
import { marpDeck, remarkDeck, REVEAL_WITH_NOTES, revealNotesDeck, slidevDeck, substepDeck } from '#e2e/support/real-decks.ts';
import { expectSlideInView, follow, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';
import { noteListSchema } from '#shared/notes.ts';

const { welcome, figures, again, plain } = REVEAL_WITH_NOTES;

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

const noteOf = (page: Page, number: number) => page.getByRole('textbox', { name: `Notes for slide ${String(number)}` });
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** The team's notes, by the name of the inner slide. */
async function stored(request: APIRequestContext, deckId: string): Promise<Record<string, string>> {
  const { items } = noteListSchema.parse(await (await request.get(`/api/decks/${deckId}/notes`)).json());
  return Object.fromEntries(items.map(({ inner, body }) => [String(inner), body]));
}

async function addVersion(request: APIRequestContext, deckId: string, buffer: Buffer): Promise<void> {
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer };
  expect((await request.post(`/api/decks/${deckId}/versions`, { multipart: { file } })).status()).toBe(201);
}

async function goOn(page: Page, position: number, count: number): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowRight');
  await expectPosition(page, position, count);
}

for (const { name, pack, notes } of [
  {
    name: 'reveal.js',
    pack: () => revealNotesDeck(welcome, figures, again, plain),
    notes: ['Say hello first.', 'Ask for questions.', '', 'No heading here.'],
  },
  { name: 'impress.js', pack: substepDeck, notes: ['Mind the gap.', '', ''] },
  {
    name: 'Marp',
    pack: marpDeck,
    notes: ['Welcome everybody to the first slide.', 'Let them guess the third fruit.', '', ''],
  },
  {
    name: 'Slidev',
    pack: slidevDeck,
    notes: ['Welcome everybody to the first slide.', 'Let them guess the third fruit.', '', ''],
  },
  { name: 'Remark', pack: remarkDeck, notes: ['Notes for the first slide!', '', ''] },
]) {
  test(`each slide of a ${name} deck has its own note, which starts with its speaker notes`, async ({
    page,
    context,
    pageErrors,
  }) => {
    // Every Slidev build loads an icon from another host, and the boilerplate of Remark fonts.
    pageErrors.expect(/violates the following Content Security Policy/);
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    const note = await openNotes(page, deck.id);
    for (const [at, text] of notes.entries()) {
      if (at > 0) await goOn(page, at + 1, notes.length);
      await expect(noteOf(page, at + 1)).toHaveValue(text);
    }
    await noteOf(page, notes.length).fill('Typed on the last slide');
    await saved(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await expectPosition(page, 1, notes.length);
    await expect(note).toHaveValue(notes[0] ?? '');
    expect(Object.values(await stored(context.request, deck.id))).toEqual(['Typed on the last slide']);
  });
}

test('presenter view, followers and the overview use the note of the current inner slide', async ({
  page,
  context,
  user,
  browser,
  accounts,
  lectern,
}) => {
  const bytes = await revealNotesDeck(welcome, figures, again, plain);
  const deck = await uploadDeck(context.request, { title: 'Talk', visibility: 'team', bytes });
  await openDeck(page, deck.id, 1);
  const view = await present(page);
  await expect(noteOf(view, 1)).toHaveValue('Say hello first.');
  await using other = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(other, { name: 'Ben Other' });
  const follower = await follow(other, deck.id, user.name);
  await follower.keyboard.press('Shift+N');
  await view.keyboard.press('ArrowRight');
  await expectSlideInView(view, 2);
  await expect(noteOf(view, 2)).toHaveValue('Ask for questions.');
  await expect(noteOf(follower, 2)).toHaveValue('Ask for questions.');
  await noteOf(view, 2).fill('Ask Ben');
  await saved(view);
  await expect(noteOf(follower, 2)).toHaveValue('Ask Ben');
  await noteOf(view, 2).press('Escape');
  await view.keyboard.press('ArrowRight');
  await expectSlideInView(view, 3);
  await expect(noteOf(view, 3)).toHaveValue('');
  await expect(noteOf(follower, 3)).toHaveValue('');
  await page.mouse.move(300, 300);
  await expect(page.getByRole('button', { name: 'Ben Other is on slide 3 of 4' })).toBeVisible();

  await view.keyboard.press('o');
  const overview = view.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('searchbox').fill('ask ben');
  await expect(overview.getByRole('button', { name: /^2 Figures/ })).toBeVisible();
  await expect(overview.locator('.tile')).toHaveCount(1);
});

test('notes and drawings follow their inner slides into a new version', async ({ page, context }) => {
  const bytes = await revealNotesDeck(welcome, figures, again, plain);
  const deck = await uploadDeck(context.request, { title: 'Follows', bytes });
  await openNotes(page, deck.id);
  for (const [at, text] of ['by id', 'by heading', 'by heading and place', 'by text'].entries()) {
    if (at > 0) await goOn(page, at + 1, 4);
    await noteOf(page, at + 1).fill(text);
    await saved(page);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await drag(page, [0.3, 0.3], [0.6, 0.5]);
  await expect(drawing(page)).toBeVisible();
  const strokes = async () => {
    const list: unknown = await (await context.request.get(`/api/decks/${deck.id}/annotations`)).json();
    return JSON.stringify(list);
  };
  await expect.poll(strokes).toContain('"inner":"title:1:Only words"');
  expect(await stored(context.request, deck.id)).toEqual({
    'id:welcome': 'by id',
    'title:1:Figures': 'by heading',
    'title:2:Figures': 'by heading and place',
    'title:1:Only words': 'by text',
  });

  const renamed = welcome.replace('Welcome', 'A warm welcome');
  await addVersion(
    context.request,
    deck.id,
    await revealNotesDeck('<section><h2>New</h2></section>', plain, figures, again, renamed),
  );
  await page.goto(`/decks/${deck.id}/1`);
  await expectPosition(page, 1, 5);
  await expect(noteOf(page, 1)).toHaveValue('');
  await expect(drawing(page)).toHaveCount(0);
  for (const [at, text] of ['by text', 'by heading', 'by heading and place', 'by id'].entries()) {
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, at + 2, 5);
    await expect(noteOf(page, at + 2)).toHaveValue(text);
    await expect(drawing(page)).toHaveCount(text === 'by text' ? 1 : 0);
  }
});

test('the note of a slide that a new version does not have stays readable and returns with the version', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Lost', bytes: await revealNotesDeck(welcome, figures) });
  const path = `/api/decks/${deck.id}/notes/0`;
  await context.request.put(`${path}?inner=title:1:Figures`, { data: { body: 'About figures' } });
  await addVersion(context.request, deck.id, await revealNotesDeck(welcome));
  await openNotes(page, deck.id);
  await page.getByRole('button', { name: '1 note belongs to a slide of an earlier version' }).click();
  const lost = page.getByRole('dialog', { name: 'Notes of earlier versions' });
  await expect(lost.getByRole('heading', { level: 3 })).toHaveText('“Figures”, a slide of an earlier version');
  await expect(lost.getByText('About figures')).toBeVisible();
  await page.keyboard.press('Escape');
  await context.request.post(`/api/decks/${deck.id}/versions/${deck.currentVersionId}/restore`);
  await page.goto(`/decks/${deck.id}/2`);
  await expect(noteOf(page, 2)).toHaveValue('About figures');
});

test('a note of the deck as a whole stays readable and editable beside those of its slides', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Whole', bytes: await revealNotesDeck(welcome, figures) });
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'Of all slides' } });
  await openNotes(page, deck.id);
  await expect(noteOf(page, 1)).toHaveValue('Say hello first.');
  await page.getByText('Note for the whole deck').click();
  const whole = page.getByRole('textbox', { name: 'Note for the whole deck' });
  await expect(whole).toHaveValue('Of all slides');
  await whole.fill('Of all of them');
  await expect.poll(() => stored(context.request, deck.id)).toEqual({ null: 'Of all of them' });
  await goOn(page, 2, 2);
  await expect(whole).toHaveValue('Of all of them');
});

test('a note of an inner slide that is typed without a connection is sent later', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const deck = await uploadDeck(context.request, { title: 'Offline', bytes: await revealNotesDeck(welcome, figures) });
  await openNotes(page, deck.id);
  await goOn(page, 2, 2);
  await context.setOffline(true);
  await noteOf(page, 2).fill('Typed in a tunnel');
  await expect(page.getByText('Stored on this device.')).toBeVisible();
  // The window closes before the connection is back.
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto('/');
  await expect.poll(() => stored(context.request, deck.id)).toEqual({ 'title:1:Figures': 'Typed in a tunnel' });
});
