import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { drawing } from '#e2e/support/ink.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expectSlideInView, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const SLIDES = ['One', 'Two', 'Three'];
const slide = (number: number, notes: string) => ({
  id: `s${String(number)}`,
  file: `slides/${String(number)}.html`,
  label: SLIDES[number - 1] ?? '',
  notes,
});

test('a talk on an earlier version shows the current notes and drawings of its slides', async ({
  page: stage,
  context,
  user,
}) => {
  const first = { slides: [slide(1, 'First of old'), slide(2, 'Second of old'), slide(3, 'Third of old')] };
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: SLIDES, more: first }) });
  const notes = `/api/decks/${deck.id}/notes`;
  const draw = (at: number, id: string) => {
    const pen = {
      id,
      tool: 'pen',
      color: '#d9542b',
      width: 4,
      points: [
        [100, 100],
        [200, 200],
      ],
    };
    return context.request.post(`/api/decks/${deck.id}/annotations/${String(at)}/strokes`, { data: { add: [pen] } });
  };
  await draw(1, 'on-two');
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const note = (number: number) => view.getByRole('textbox', { name: `Notes for slide ${String(number)}` });
  await expect(note(1)).toHaveValue('First of old');
  await note(1).fill('Hello everybody');
  await expect(view.getByText('Saved')).toBeVisible();
  await note(1).press('Escape');

  const second = { slides: [slide(3, 'Third of new'), slide(1, 'First of new')] };
  const file = {
    name: 'deck.stage',
    mimeType: 'application/zip',
    buffer: await plainDeck({ slides: SLIDES, more: second }),
  };
  expect((await context.request.post(`/api/decks/${deck.id}/versions`, { multipart: { file } })).status()).toBe(201);
  await expect(view.getByText('Notes of version 1, which is shown here.')).toBeVisible();
  await expect(note(1)).toHaveValue('Hello everybody');
  await expect(note(1)).not.toBeEditable();

  // The third slide of the talk is the first slide of the current version.
  await context.request.put(`${notes}/0`, { data: { body: 'About three' } });
  await view.keyboard.press('ArrowRight');
  await expectSlideInView(view, 2);
  await expect(note(2)).toHaveValue('Second of old');
  await expect(drawing(stage)).toBeVisible();
  await view.keyboard.press('ArrowRight');
  await expect(note(3)).toHaveValue('About three');
  await context.request.put(`${notes}/0`, { data: { body: 'More about three' } });
  await expect(note(3)).toHaveValue('More about three');

  await expectPosition(stage, 3, 3);
  await expect(drawing(stage)).toHaveCount(0);
  await stage.keyboard.press('d');
  await expect(stage.getByText(/^This version of the deck has been replaced/)).toBeVisible();
  await stage.keyboard.press('d');
  await stage.keyboard.press('Shift+N');
  await expect(stage.getByRole('textbox', { name: 'Notes for slide 3' })).toHaveValue('More about three');
  await stage.keyboard.press('Escape');
  await stage.keyboard.press('o');
  await stage.getByRole('searchbox').fill('more about');
  await expect(stage.getByRole('dialog').getByRole('button', { name: /^3 Three/ })).toBeVisible();
});
