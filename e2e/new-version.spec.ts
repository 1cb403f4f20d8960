import type { APIRequestContext, Page } from '@playwright/test';
import { textContent } from 'deck-format/node';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, openNotes, slide } from '#e2e/support/player.ts';
import { REVEAL_WITH_NOTES, revealNotesDeck } from '#e2e/support/real-decks.ts';
import { follow, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

/** A deck of slides with ids; the text of each is its id, and `!` marks a changed one. */
async function deckOf(...ids: string[]): Promise<Buffer> {
  const slides = ids.map((name) => ({ id: name.replace('!', ''), file: `slides/${name.replace('!', '')}.html`, label: name }));
  const files = new Map(
    slides.map(({ file, label }) => [file, textContent(`<!doctype html><title>${label}</title><h1>${label}</h1>`)]),
  );
  return plainDeck({ slides: [], more: { files, slides } });
}

async function addVersion(request: APIRequestContext, deckId: string, buffer: Buffer): Promise<void> {
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer };
  expect((await request.post(`/api/decks/${deckId}/versions`, { multipart: { file } })).status()).toBe(201);
}

const heading = (page: Page, name: string) => slide(page).getByRole('heading', { name, exact: true });

test('people who watch see what a new version has changed, and open it when they want, on their slide', async ({
  page,
  context,
  browser,
  accounts,
  lectern,
}) => {
  const deck = await uploadDeck(context.request, {
    title: 'Watched',
    visibility: 'team',
    bytes: await deckOf('a', 'b', 'c', 'd'),
  });
  await using theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Ben Other' });
  const watcher = await theirs.newPage();
  await openDeck(watcher, deck.id, 3);
  await expect(heading(watcher, 'c')).toBeVisible();
  const mark = () =>
    slide(watcher)
      .locator('body')
      .evaluate((body) => body.setAttribute('data-mark', 'kept'));
  await mark();

  await openDeck(page, deck.id, 1);
  await addVersion(context.request, deck.id, await deckOf('new', 'c!', 'newer', 'a', 'd'));
  const notice = 'Version 2 of this deck is here. Slide 2 changed; slides 1 and 3 added; slide 2 removed.';
  await expect(watcher.getByText(notice)).toBeVisible();
  // The slide is not even loaded again.
  await expect(slide(watcher).locator('body')).toHaveAttribute('data-mark', 'kept');
  await watcher.getByRole('button', { name: 'Stay here' }).click();
  await expect(watcher.getByText(notice)).toHaveCount(0);
  await watcher.keyboard.press('ArrowRight');
  await expect(heading(watcher, 'd')).toBeVisible();
  await expectPosition(watcher, 4, 4);
  await watcher.keyboard.press('ArrowLeft');
  await expect(heading(watcher, 'c')).toBeVisible();

  await watcher.mouse.move(300, 300);
  await expect(watcher.getByText('You are looking at version 1. Version 2 is the current one.')).toBeVisible();
  await watcher.getByRole('button', { name: 'Look now' }).click();
  await expect(heading(watcher, 'c!')).toBeVisible();
  await expectPosition(watcher, 2, 5);
  await expect(watcher).toHaveURL(/\/2$/);
  await expect(watcher.getByRole('button', { name: 'Look now' })).toHaveCount(0);

  // The other person was on a slide that moved.
  await page.getByRole('button', { name: 'Look now' }).click();
  await expect(heading(page, 'a')).toBeVisible();
  await expectPosition(page, 4, 5);

  // Slide d of version 2 is gone in version 3: the slide before it is shown.
  await watcher.keyboard.press('End');
  await expect(heading(watcher, 'd')).toBeVisible();
  await addVersion(context.request, deck.id, await deckOf('a', 'c!'));
  await expect(
    watcher.getByText(/^Version 3 of this deck is here\. Slides 1, 3,? and 5 removed; slide 1 moved\.$/),
  ).toBeVisible();
  await watcher.getByRole('button', { name: 'Look now' }).click();
  await expect(heading(watcher, 'a')).toBeVisible();
  await expectPosition(watcher, 1, 2);
});

test('in a deck that is one document they stay on their inner slide', async ({ page, context, browser, accounts, lectern }) => {
  const { welcome, figures, again, plain } = REVEAL_WITH_NOTES;
  const bytes = await revealNotesDeck(welcome, figures, again, plain);
  const deck = await uploadDeck(context.request, { title: 'Inner', visibility: 'team', bytes });
  await using theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Ben Other' });
  const watcher = await theirs.newPage();
  await openDeck(watcher, deck.id, 2);
  await expectPosition(watcher, 2, 4);
  await addVersion(context.request, deck.id, await revealNotesDeck('<section><h2>New</h2></section>', plain, welcome, figures));
  await expect(watcher.getByText('Version 2 of this deck is here.')).toBeVisible();
  await watcher.getByRole('button', { name: 'Look now' }).click();
  await expectPosition(watcher, 4, 4);
  await expect(slide(watcher).getByText('More of them', { exact: true })).toBeVisible();

  // The next visit returns to the slide as well, wherever it is by then.
  await watcher.goto('/');
  await addVersion(context.request, deck.id, await revealNotesDeck(figures, welcome));
  await watcher.goto(`/decks/${deck.id}`);
  await expectPosition(watcher, 1, 2);
  await expect(slide(watcher).getByText('More of them', { exact: true })).toBeVisible();
  await page.close();
});

test('text that is typed while a new version arrives is kept, and saved on its slide when they look at it', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.expect(/409/);
  const deck = await uploadDeck(context.request, { title: 'Typing', bytes: await deckOf('a', 'b') });
  const note = await openNotes(page, deck.id, 2);
  // The text is not saved before the version is there.
  const added = Promise.withResolvers<undefined>();
  await page.route(/notes\.set/, (route) => added.promise.then(() => route.continue()), { times: 1 });
  await note.fill('About b');
  await addVersion(context.request, deck.id, await deckOf('b', 'new', 'a'));
  added.resolve(undefined);
  await expect(page.getByText('Version 2 of this deck is here.')).toBeVisible();
  await expect(note).toHaveValue('About b');
  // It is saved in the new version, and still there in the one that is shown.
  await expect.poll(async () => (await context.request.get(`/api/decks/${deck.id}/notes`)).text()).toContain('About b');
  await expect(note).toBeEditable();
  await expect(note).toHaveValue('About b');
  await page.getByRole('button', { name: 'Look now' }).click();
  await expectPosition(page, 1, 3);
  await expect(page.getByRole('textbox', { name: 'Notes for slide 1' })).toHaveValue('About b');
});

test('notes beside an earlier version follow changes that are made while their panel is closed', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Closed notes', bytes: await deckOf('a', 'b') });
  const note = await openNotes(page, deck.id, 2);
  await addVersion(context.request, deck.id, await deckOf('b', 'new', 'a'));
  await expect(page.getByText('You can change notes in the current version.')).toBeVisible();
  await expect(note).toHaveValue('');
  await page.getByRole('button', { name: 'Close the notes' }).click();
  const heard = page.waitForResponse((response) => response.url().includes('decks.get'));
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'Written meanwhile' } });
  await context.request.patch(`/api/decks/${deck.id}`, { data: { title: 'Closed notes, renamed' } });
  await heard;
  await page.keyboard.press('Shift+N');
  await expect(note).toHaveValue('Written meanwhile');
});

test('a follower of a talk is offered the new version when the talk ends', async ({
  page,
  context,
  user,
  browser,
  accounts,
  lectern,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Talk', visibility: 'team', bytes: await deckOf('a', 'b') });
  await openDeck(page, deck.id, 1);
  const view = await present(page);
  await using theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Ben Other' });
  const follower = await follow(theirs, deck.id, user.name);
  await addVersion(context.request, deck.id, await deckOf('new', 'a', 'b'));
  await view.keyboard.press('ArrowRight');
  await expect(heading(follower, 'b')).toBeVisible();
  await expect(follower.getByRole('button', { name: 'Look now' })).toHaveCount(0);
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await follower.getByRole('button', { name: 'Look now' }).click();
  await expectPosition(follower, 3, 3);
  await expect(heading(follower, 'b')).toBeVisible();
});
