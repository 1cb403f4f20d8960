import { accountsOf } from '#e2e/support/accounts.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { startOtherHost, startSilentHost } from '#e2e/support/local-host.ts';
import { openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPermissions, question } from '#e2e/support/trust.ts';

/** Loads in every possible way and reports when all attempts have ended. */
const loadsFrom = (web: string, sockets: string): string => `
<p id="report"></p><div id="here"></div>
<script>
  const element = (name, values) => new Promise((end) => {
    const made = Object.assign(document.createElement(name), values, { onload: end, onerror: end });
    document.querySelector('#here').append(made);
  });
  const worker = () => new Promise((end) => {
    const script = new Blob(["fetch('${web}/worker').catch(() => 0).then(() => postMessage(0))"]);
    new Worker(URL.createObjectURL(script)).onmessage = end;
  });
  const socket = () => new Promise((end) => {
    try { Object.assign(new WebSocket('${sockets}/socket'), { onclose: end, onerror: end, onopen: end }); } catch { end(); }
  });
  Promise.allSettled([
    fetch('${web}/fetch'),
    element('img', { src: '${web}/image.gif' }),
    element('script', { src: '${web}/script.js' }),
    element('link', { rel: 'stylesheet', href: '${web}/style.css' }),
    new FontFace('theirs', 'url(${web}/font.woff2)').load(),
    worker(),
    socket(),
  ]).then(() => { document.querySelector('#report').textContent = 'done'; });
</script>`;
const ALL = ['/fetch', '/font.woff2', '/image.gif', '/script.js', '/socket', '/style.css', '/worker'];

test('a deck loads from another host after its owner allows it for everyone, until that is revoked', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/Content Security Policy|violates|Failed to (load|decode)|WebSocket|ERR_/);
  await using other = await startOtherHost();
  const bytes = await plainDeck({ slides: ['One', loadsFrom(`http://${other.host}`, `ws://${other.host}`)] });
  const deck = await uploadDeck(context.request, { title: `Loads, for ${user.name}`, bytes });
  const report = slide(page).locator('#report');

  await openDeck(page, deck.id, 2);
  await expect(report).toHaveText('done');
  await expect(question(page)).toContainText(`This deck wants to load from ${other.host}.`);
  expect(other.asked).toEqual([]);

  await expect(question(page)).toContainText('Your answer applies to everyone who opens the deck.');
  await question(page).getByRole('button', { name: 'Allow for everyone' }).click();
  await expect(question(page)).toBeHidden();
  await expect.poll(() => [...new Set(other.asked)].toSorted()).toEqual(ALL);
  await expect(page).toHaveURL(/\/2$/);

  // Stored on the server, not in this page.
  const before = other.asked.length;
  await page.reload();
  await expect(report).toHaveText('done');
  expect(other.asked.length).toBeGreaterThan(before);
  await expect(question(page)).toBeHidden();

  const permissions = await openPermissions(page);
  await permissions.getByRole('button', { name: `Revoke: ${other.host}` }).click();
  await expect(permissions.getByRole('button', { name: `Allow: ${other.host}` })).toBeVisible();
  await expect(permissions).toContainText('Pictures and exported PDFs never contain what a deck loads from other hosts.');
  const after = other.asked.length;
  await permissions.getByRole('button', { name: 'Close' }).click();
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(report).toHaveText('done');
  expect(other.asked).toHaveLength(after);
  // "Not now" is remembered.
  await expect(question(page)).toBeHidden();
});

test('a viewer is asked only if the owner has not decided, and never in front of an audience', async ({
  page,
  context,
  anotherBrowser,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/Content Security Policy|violates|Failed to (load|decode)|WebSocket|ERR_/);
  await using other = await startOtherHost();
  const bytes = await plainDeck({ slides: [loadsFrom(`http://${other.host}`, `ws://${other.host}`), 'Two'] });
  const deck = await uploadDeck(context.request, { title: `Settled, for ${user.name}`, visibility: 'team', bytes });
  const viewer = await (await anotherBrowser({ as: 'Ben' })).newPage();
  const report = slide(viewer).locator('#report');
  await openDeck(viewer, deck.id, 1);
  await expect(question(viewer).getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await viewer.keyboard.press('f');
  await expect.poll(() => viewer.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(question(viewer)).toBeHidden();
  await viewer.keyboard.press('f');
  await expect(question(viewer)).toBeVisible();

  // The owner allows nothing, for everyone.
  await openDeck(page, deck.id, 1);
  const permissions = await openPermissions(page);
  await permissions.getByRole('button', { name: 'Decide for everyone' }).click();
  await expect(permissions).toContainText('Viewers are not asked.');
  await viewer.reload();
  await expect(report).toHaveText('done');
  await expect(question(viewer)).toBeHidden();
  expect(other.asked).toEqual([]);
  await expect(await openPermissions(viewer)).toContainText('The deck’s owner has decided');

  // Then one host, for everyone.
  await permissions.getByLabel('Allow another host').fill(other.host);
  await permissions.getByRole('button', { name: 'Add' }).click();
  await expect(permissions.getByRole('button', { name: `Revoke: ${other.host}` })).toBeVisible();
  await viewer.reload();
  await expect(report).toHaveText('done');
  expect([...new Set(other.asked)].toSorted()).toEqual(ALL);
});

test('a deck that forges reports cannot flood the question or name hosts of this service', async ({
  page,
  context,
  lectern,
  user,
}) => {
  const forged = `<script>
    const say = (host) => parent.postMessage({ lectern: 'blocked', host }, '*');
    const flood = () => {
      for (const host of ['${new URL(lectern.origin).host}', 'a.example/x', 'UPPER.example', 'safe.example, trust me', '\\u202eelpmaxe.a']) say(host);
      for (let at = 0; at < 500; at += 1) say('h' + at + '.example');
    };
    // Not before: the slide can be there before the player that would hear it.
    addEventListener('message', flood);
  </script>`;
  const deck = await uploadDeck(context.request, {
    title: `Forged, for ${user.name}`,
    bytes: await plainDeck({ slides: [forged] }),
  });
  await openDeck(page, deck.id, 1);
  await expect(question(page)).toContainText('This deck wants to load from h0.example');
  const words = await question(page).getByRole('status').textContent();
  expect(words?.match(/\S+\.example/g)).toHaveLength(10);
});

for (const [network, connects] of [
  ['allow', true],
  ['block', false],
] as const) {
  test(`under DECK_NETWORK=${network} the user is not asked`, async ({ page, context, pageErrors }) => {
    pageErrors.expect(/Content Security Policy|violates|Failed to (load|decode)|WebSocket|ERR_/);
    await using lectern = await startLectern({ DECK_NETWORK: network });
    await using accounts = await accountsOf(lectern);
    await using other = await startSilentHost();
    await accounts.signedIn(context);
    const bytes = await plainDeck({ slides: [loadsFrom(`https://${other.host}`, `wss://${other.host}`)] });
    const { id } = await uploadDeck(context.request, { bytes, origin: lectern.origin });
    await page.goto(`${lectern.origin}/decks/${id}/1`);
    await expect(slide(page).locator('#report')).toHaveText('done');
    expect(other.asked.length > 0).toBe(connects);
    await expect(question(page)).toBeHidden();
    await page.close();
  });
}
