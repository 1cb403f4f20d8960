import { networkInterfaces } from 'node:os';
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { revealModuleDeck } from '#e2e/support/real-decks.ts';
import { pairingAddress, present } from '#e2e/support/talks.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { accountsOf } from '#e2e/support/accounts.ts';
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
  await expect(dialog).toHaveCount(0);
  await expect(view.getByText('“Ada’s phone” is connected and controls this talk.')).toBeVisible();

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

  await phone.getByRole('button', { name: 'Address' }).tap();
  await expect(stage.getByRole('region', { name: 'Address of the talk' })).toBeVisible();
  await phone.getByRole('button', { name: 'Show the slide' }).tap();
  await expect(stage.getByRole('region', { name: 'Address of the talk' })).toHaveCount(0);

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
  await view.getByRole('button', { name: 'Phone as remote' }).click();
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

test('at localhost the code leads to an address of this computer in its network, or the dialog says how to get there', async ({
  page: stage,
  context,
  user,
  pageErrors,
  browser,
}) => {
  // Only the first view: the server of the other tests listens on a loopback address alone.
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides: ['1', '2'] }) });
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  await view.getByRole('button', { name: 'Phone as remote' }).click();
  await expect(view.getByRole('alert')).toContainText('A phone cannot reach http://localhost');
  await expect(view.getByRole('alert')).toContainText('HOST=0.0.0.0');
  await expect(view.getByRole('img', { name: 'Code for the phone’s camera' })).toHaveCount(0);
  await view.close();

  const address = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  test.skip(address === undefined, 'this machine has no address in a network');
  await using lectern = await startLectern({ HOST: '0.0.0.0', BASE_URL: '' });
  await using accounts = await accountsOf(lectern);
  await using presenting = await browser.newContext({ baseURL: lectern.origin });
  pageErrors.watch(presenting);
  await accounts.signedIn(presenting);
  const shown = await uploadDeck(presenting.request, { bytes: await plainDeck({ slides: ['1', '2'] }) });
  const slides = await presenting.newPage();
  await openDeck(slides, shown.id, 1);
  const presenter = await present(slides);
  const link = await pairingAddress(presenter);
  await expect(presenter.getByRole('img', { name: 'Code for the phone’s camera' })).toBeVisible();
  expect(new URL(link).hostname).toBe(address);

  await using pocket = await browser.newContext(PHONE);
  const phone = await pocket.newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Connect' }).tap();
  await presenter.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await phone.getByRole('button', { name: 'Next' }).tap();
  await expectPosition(slides, 2, 2);
});
