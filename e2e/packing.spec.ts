import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { textContent, zipFiles } from 'deck-format/node';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { dropFiles } from '#e2e/support/drop.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

const modules = join(import.meta.dirname, '../node_modules');

// Cards show slides in frames without scripts; the demo of reveal.js loads pictures from other hosts.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution|violates the following Content Security Policy/));

/** The demo of reveal.js in a folder of its own, without a file that it loads. */
async function revealFolder(): Promise<AsyncDisposable & { path: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'lectern-reveal-'));
  const path = join(parent, 'reveal talk');
  await mkdir(join(path, '.git'), { recursive: true });
  await cp(join(modules, 'reveal.js/dist'), join(path, 'dist'), { recursive: true });
  await cp(join(modules, 'reveal.js/demo.html'), join(path, 'index.html'));
  await rm(join(path, 'dist/plugin/highlight/monokai.css'));
  await writeFile(join(path, '.git/config'), '');
  return { path, [Symbol.asyncDispose]: () => rm(parent, { recursive: true }) };
}

async function chooseFolder(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a deck' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(path);
}

const html = (body: string): Buffer => Buffer.from(`<!doctype html><meta charset="utf-8">${body}`);

test('the folder of a reveal.js deck is packed, with a list of what is missing, and plays', async ({ page, user }) => {
  await using folder = await revealFolder();
  await page.goto('/?owner=me');
  await chooseFolder(page, folder.path);
  const dialog = page.getByRole('dialog', { name: 'Add a deck' });
  await expect(dialog.getByRole('list', { name: 'What was found' })).toContainText('41 slides');
  await expect(dialog.getByRole('list', { name: 'What was found' })).toContainText('notes on 2 slides');
  await expect(dialog.getByText('1 file is missing')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'dist/plugin/highlight/monokai.css' })).toContainText(
    /index\.html, line \d+/,
  );
  await expect(dialog.getByText(/static\.slid\.es/)).toBeVisible();

  const title = dialog.getByLabel('Title');
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('reveal.js – The HTML Presentation Framework');
  await title.fill(`Reveal of ${user.name}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('Ready')).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^Reveal of ${user.name}`) }).click();
  await expectPosition(page, 1, 41);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 41);
});

test('a single HTML file and several files are dropped; a zip archive is unpacked first', async ({ page, user }) => {
  expect(user.role).toBe('user');
  await page.goto('/?owner=me');
  const dialog = page.getByRole('dialog', { name: 'Add a deck' });
  const uploads = page.getByRole('region', { name: 'Uploads' });

  await dropFiles(page, [{ name: 'talk.html', bytes: html('<title>One file</title><h1>Alone</h1>') }]);
  await expect(dialog.getByLabel('Title')).toHaveValue('One file');
  await expect(dialog.getByRole('list', { name: 'What was found' })).toContainText('1 slide');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(uploads.getByText('Ready')).toHaveCount(1);

  await dropFiles(page, [
    { name: 'deck.css', bytes: Buffer.from('h1 { background: url("back.svg") }') },
    { name: 'index.html', bytes: html('<link rel="stylesheet" href="deck.css"><h1>Several files</h1>') },
  ]);
  await expect(dialog.getByLabel('Title')).toHaveValue('Several files');
  await expect(dialog.getByText('back.svg')).toBeVisible();
  await expect(dialog.getByText('Not found. Used in deck.css, line 1.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  const site = new Map([['site/index.html', textContent('<!doctype html><title>Zipped</title><p>From an archive')]]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipFiles(site, new Date())) chunks.push(chunk);
  await dropFiles(page, [{ name: 'site.zip', bytes: Buffer.concat(chunks) }]);
  await expect(dialog.getByLabel('Title')).toHaveValue('Zipped');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(uploads.getByText('Ready')).toHaveCount(2);

  // A package with another ending is uploaded as it is.
  await dropFiles(page, [{ name: 'packed.zip', bytes: await plainDeck({ title: 'Packed already' }) }]);
  await expect(uploads.getByText('Ready')).toHaveCount(3);
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: /^Zipped/ }).click();
  await expect(slide(page).getByText('From an archive')).toBeVisible();
});

test('documents of other programs and archives without a deck are explained', async ({ page, user }) => {
  expect(user.role).toBe('user');
  await page.goto('/?owner=me');
  await dropFiles(page, [
    { name: 'talk.key', bytes: Buffer.from('x') },
    { name: 'talk.pptx', bytes: Buffer.from('x') },
  ]);
  await expect(page.getByRole('alert')).toContainText('In Keynote, choose File → Export To → HTML');
  await page.getByRole('dialog', { name: 'Not a deck yet' }).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('alert')).toContainText('Rebuild the slides with reveal.js, Marp or Slidev');
  await page.keyboard.press('Escape');
  await dropFiles(page, [{ name: 'broken.zip', bytes: Buffer.from('not a zip') }]);
  await expect(page.getByRole('alert')).toContainText('This zip archive is damaged');
  await page.keyboard.press('Escape');
  const site = zipFiles(
    new Map([
      ['index.html', textContent('<h1>Hello</h1>')],
      ['ähnlich.png', textContent('x')],
    ]),
    new Date(),
  );
  // As Windows Explorer writes names: without the flag of UTF-8 (bit 11), in both headers, and “ä” in code page 437.
  const zip = Buffer.concat(await Array.fromAsync(site))
    .toString('latin1')
    .replaceAll('\x14\0\0\x08', '\x14\0\0\0')
    .replaceAll('\xc3\xa4', '\x84\x84');
  await dropFiles(page, [{ name: 'explorer.zip', bytes: Buffer.from(zip, 'latin1') }]);
  await expect(page.getByRole('alert')).toContainText('The file names in this zip archive are not UTF-8');
});

test('a folder that is dropped is packed with the installed packages that it uses', async ({ page, user }) => {
  expect(user.role).toBe('user');
  await using folder = await revealFolder();
  await mkdir(join(folder.path, 'node_modules/theme'), { recursive: true });
  await writeFile(join(folder.path, 'node_modules/theme/a.css'), 'p { color: red }');
  await writeFile(
    join(folder.path, 'index.html'),
    html('<title>Dropped</title><link rel="stylesheet" href="node_modules/theme/a.css"><p>Hi'),
  );
  await page.goto('/?owner=me');
  await expect(page.getByRole('button', { name: 'Add a deck' }).first()).toBeVisible();
  // Only the browser itself can make a drag that contains a folder.
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [folder.path], dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 500, data });
  }
  const dialog = page.getByRole('dialog', { name: 'Add a deck' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Dropped');
  await expect(dialog.getByText(/missing/)).toHaveCount(0);
});

test('a new version is packed from an HTML file under the title of the deck', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Versions of ${user.name}` });
  await openDeck(page, deck.id, 1);
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Replace with a new version…' }).click();
  await dropFiles(
    page,
    [{ name: 'new.html', bytes: html('<title>Other</title><p>Second version') }],
    'Drop the new version here',
  );
  const dialog = page.getByRole('dialog', { name: 'Replace with a new version' });
  await dialog.getByRole('button', { name: 'Upload as new version' }).click();
  await expect(page.getByText(`Version 2 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(slide(page).getByText('Second version')).toBeVisible();
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 390, height: 800 } });

  test('the dialog is accessible and fits a phone, in every theme', async ({ page, user }) => {
    expect(user.role).toBe('user');
    await page.goto('/?owner=me');
    const long = Array.from({ length: 12 }, (_, at) => `<img src="pictures/of-a-folder-with-a-long-name/${String(at)}.png">`);
    await dropFiles(page, [
      { name: 'talk.html', bytes: html(`<title>Long</title><script src="https://cdn.example/x.js"></script>${long.join('\n')}`) },
    ]);
    await expect(page.getByText('12 files are missing')).toBeVisible();
    await expectAccessibleInEveryLook(page);
    const overflow = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(overflow).toBe(0);
  });
});
