import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { tools } from '#e2e/support/ink.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { expectPosition, openDeck, reloadAt, slide } from '#e2e/support/player.ts';
import { revealDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

/** Everything on it handles its own clicks, each in another way. */
const BUSY = `<div style="display:grid;grid-template-columns:repeat(3,300px);gap:20px;font-size:30px">
  <a href="#here">Link</a>
  <button>Button</button>
  <input aria-label="Field">
  <label>Label <input type="checkbox"></label>
  <span style="cursor:pointer">Cursor</span>
  <span onclick="void 0">Attribute</span>
  <span id="prevents">Prevents</span>
  <span id="stops">Stops</span>
  <span id="changes">Changes</span>
  <span id="later">Changes in a microtask</span>
  <canvas width="200" height="60" title="Canvas"></canvas>
  <span contenteditable="true">Editable</span>
</div>
<script>
  const on = (id, act) => document.getElementById(id).addEventListener('click', act);
  on('prevents', (event) => event.preventDefault());
  on('stops', (event) => event.stopPropagation());
  on('changes', (event) => event.target.classList.toggle('on'));
  on('later', ({ target }) => void Promise.resolve().then(() => target.classList.toggle('on')));
</script>`;

async function chooseClicks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More controls' }).press('Enter');
  const setting = page.getByRole('menuitemcheckbox', { name: 'Click on the slide to move on' });
  await expect(setting).toHaveAttribute('aria-checked', 'false');
  await setting.click();
  await expect(setting).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(setting).toHaveCount(0);
}

/** Clicks the slide at a part of its width, where it has no content. */
async function clickAt(page: Page, part: number): Promise<void> {
  const box = await page.locator('.slide-box').boundingBox();
  if (box === null) throw new Error('There is no slide.');
  await untilPainted(page);
  await page.mouse.click(box.x + box.width * part, box.y + box.height * 0.2);
}

test('a click on the right part goes on and on the left part back, once the user has chosen it', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['One', 'Two', 'Three', 'Four'] }) });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('One')).toBeVisible();
  await clickAt(page, 0.8);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 4);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('if “Click on the slide to move on” is chosen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await chooseClicks(page);
  await expect(slide(page).getByText('Two')).toBeVisible();
  await clickAt(page, 0.8);
  await expectPosition(page, 3, 4);
  await expect(slide(page).getByText('Three')).toBeVisible();
  await clickAt(page, 0.1);
  await expectPosition(page, 2, 4);

  await reloadAt(page, 2);
  await expect(slide(page).getByText('Two')).toBeVisible();
  await clickAt(page, 0.6);
  await expectPosition(page, 3, 4);

  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await clickAt(page, 0.8);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 4, 4);
});

test('a click on something that handles clicks itself does not move', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [BUSY, 'Two', 'Three'] }) });
  await openDeck(page, deck.id, 1);
  await chooseClicks(page);
  const deckFrame = slide(page);
  for (const name of [
    'Link',
    'Button',
    'Label',
    'Cursor',
    'Attribute',
    'Prevents',
    'Stops',
    'Changes',
    'Changes in a microtask',
    'Editable',
  ]) {
    await deckFrame.getByText(name, { exact: true }).click();
  }
  await deckFrame.getByLabel('Field').click();
  await deckFrame.getByTitle('Canvas').click();
  // Messages of one frame arrive in order, so this click would come after all others.
  await clickAt(page, 0.9);
  await expectPosition(page, 2, 3);
});

test('a click steps through a deck with its own runtime', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy/);
  const deck = await uploadDeck(context.request, { title: 'reveal.js', bytes: await revealDeck() });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 41);
  await chooseClicks(page);
  await clickAt(page, 0.9);
  await expectPosition(page, 3, 41);
  await clickAt(page, 0.05);
  await expectPosition(page, 2, 41);
});
