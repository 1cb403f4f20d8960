import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { revealModuleDeck } from '#e2e/support/real-decks.ts';
import { pairingAddress, present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };

test('a phone scans the code, is confirmed, controls the talk and is disconnected', async ({
  anotherBrowser,
  pageErrors,
  page: stage,
  context,
  user,
}) => {
  pageErrors.expect(/401|403/);
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: ['1', '2', '3', '4'] }) });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const address = await pairingAddress(view);

  const pocket = await anotherBrowser(PHONE);
  const phone = await pocket.newPage();
  const scripts: string[] = [];
  phone.on('response', (response) => void (response.request().resourceType() === 'script' && scripts.push(response.url())));
  await phone.goto('/remote');
  await expect(phone.getByRole('heading', { name: 'No code' })).toBeVisible();
  await phone.goto(address);
  await expect(phone).toHaveURL(/\/remote$/);
  await phone.getByRole('textbox', { name: 'Name of this phone' }).fill('Ada’s phone');
  await phone.getByRole('button', { name: 'Connect' }).tap();
  await expect(phone.getByText('Waiting for confirmation')).toBeVisible();
  const dialog = view.getByRole('dialog');
  await expect(dialog.getByText('“Ada’s phone” wants to control this talk')).toBeVisible();
  await dialog.getByRole('button', { name: 'Allow' }).click();

  await phone.getByRole('button', { name: 'Next' }).tap();
  await expectPosition(stage, 2, 4);
  await phone.getByRole('button', { name: 'Next' }).tap();
  await expectPosition(stage, 3, 4);
  await phone.getByRole('button', { name: 'Back' }).tap();
  await expectPosition(stage, 2, 4);
  await expect(phone.getByText('2 of 4')).toBeAttached();
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  expect(scripts.filter((url) => /LibraryPage|DeckPage|PresentPage|stage-/.test(url))).toEqual([]);

  await phone.getByRole('button', { name: 'Black' }).tap();
  await expect(stage.getByRole('button', { name: /^The screen is black/ })).toBeVisible();
  await phone.getByRole('button', { name: 'Show the slide' }).tap();
  await expect(stage.getByRole('button', { name: /^The screen is black/ })).toHaveCount(0);

  await phone.getByRole('button', { name: 'Pointer' }).tap();
  await phone.setViewportSize({ width: 640, height: 360 });
  await expectNoSidewaysScroll(phone);
  const pad = await phone.getByLabel('Move a finger here to point').boundingBox();
  if (pad === null) throw new Error('The pad is not on the screen.');
  await phone.mouse.move(pad.x + pad.width * 0.5, pad.y + pad.height * 0.5);
  await phone.mouse.down();
  await expect(stage.locator('.laser-reach')).toHaveAttribute('data-lit', 'true');
  await phone.mouse.up();
  await expect(stage.locator('.laser-reach')).toHaveAttribute('data-lit', 'false');

  // It stays paired after a reload and a lost connection.
  await phone.reload();
  await expect(phone.getByText('2 of 4')).toBeAttached();
  await view.getByRole('dialog').getByRole('button', { name: 'Disconnect “Ada’s phone”' }).click();
  await expect(phone.getByRole('heading', { name: 'Disconnected' })).toBeVisible();
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Connect' }).tap();
  await expect(phone.getByRole('heading', { name: 'This code no longer works' })).toBeVisible();
  await pocket.close();
});

test('a phone shows the inner slide count of a single-document deck', async ({
  anotherBrowser,
  pageErrors,
  page: stage,
  context,
  user,
}) => {
  pageErrors.expect(/401|403/);
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await revealModuleDeck() });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  const address = await pairingAddress(view);
  const pocket = await anotherBrowser(PHONE);
  const phone = await pocket.newPage();
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Connect' }).tap();
  await view.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();

  await expect(phone.getByText('1 of 4')).toBeAttached();
  await phone.getByRole('button', { name: 'Next' }).tap();
  await expect(phone.getByText('2 of 4')).toBeAttached();
  await view.keyboard.press('Escape');
  await view.keyboard.press('End');
  await expect(phone.getByText('4 of 4')).toBeAttached();
  await pocket.close();
});
