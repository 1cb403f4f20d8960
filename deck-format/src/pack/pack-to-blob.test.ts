import { describe, expect, test } from 'vitest';
import { sourceFile } from '../../test/a-tree.ts';
import { aDeck } from '../../test/a-deck.ts';
import { makeZip } from '../../test/zip-maker.ts';
import { blobSource, bytesSource, openPackage, PackageError } from '../index.ts';
import { writePackage, zipFiles } from '../node/index.ts';
import { textContent } from '../write/content.ts';
import { fileTree, isPackage, packToBlob, planDeck, zipTree } from './index.ts';

const HTML = '<!doctype html><title>A talk</title><img src="node_modules/a/b.png"><h1>Hello</h1>';
const files = Object.entries({
  'index.html': HTML,
  'notes/index.md': 'Say hello',
  '.git/config': 'x',
  'node_modules/a/b.png': 'picture',
  'node_modules/a/index.js': 'x',
}).map(([path, content]) => ({ path, file: sourceFile(content) }));

async function archive(contents: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zipped = zipFiles(new Map(Object.entries(contents).map(([path, text]) => [path, textContent(text)])), new Date());
  for await (const chunk of zipped) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('files are packed with web streams as Node packs them, apart from the compression', async () => {
  const plan = await planDeck(fileTree('A folder', files));
  expect(plan).toMatchObject({ title: 'A talk', missing: [] });
  expect(plan.leftOut.map(({ path }) => path)).toEqual(['.git', 'node_modules']);
  const web = await openPackage(blobSource(await packToBlob(plan)));
  const node = await openPackage(bytesSource(await writePackage(plan.files, await plan.manifest())));
  expect(web.manifest).toEqual(node.manifest);
  expect([...web.entries.keys()]).toEqual([...node.entries.keys()]);
  expect([...web.entries.keys()]).toEqual(['index.html', 'manifest.json', 'node_modules/a/b.png', 'notes/index.md']);
  expect(new TextDecoder().decode(await web.read('index.html'))).toBe(HTML);
});

test('the title can be changed after the plan was made', async () => {
  const deck = await openPackage(blobSource(await packToBlob(await planDeck(fileTree('A folder', files)), 'Another')));
  expect(deck.manifest).toMatchObject({ title: 'Another', id: 'another' });
});

test('a package that would be invalid is refused', async () => {
  const plan = await planDeck(fileTree('A folder', files));
  await expect(packToBlob(plan, '')).rejects.toThrow(PackageError);
});

describe('a zip archive of a site', () => {
  const about = { name: 'site', modified: Date.UTC(2026, 2, 4) };

  test('is packed from the folder that contains all files', async () => {
    const tree = await zipTree(bytesSource(await archive({ 'talk-main/index.html': HTML, 'talk-main/a/b.css': 'p{}' })), about);
    expect(tree.name).toBe('talk-main');
    expect([...tree.files.keys()]).toEqual(['a/b.css', 'index.html']);
    const deck = await openPackage(blobSource(await packToBlob(await planDeck(tree))));
    expect(deck.manifest).toMatchObject({ title: 'A talk', createdAt: '2026-03-04T00:00:00.000Z' });
    expect(new TextDecoder().decode(await deck.read('a/b.css'))).toBe('p{}');
  });

  test('has the name of the archive if it has no folder', async () => {
    expect((await zipTree(bytesSource(await archive({ 'index.html': HTML })), about)).name).toBe('site');
  });

  test('is recognized if it is a package', async () => {
    expect(await isPackage(await zipTree(bytesSource(aDeck()), about))).toBe(true);
    expect(await isPackage(await zipTree(bytesSource(await archive({ 'index.html': HTML })), about))).toBe(false);
  });

  test('is refused if it is damaged', async () => {
    await expect(zipTree(bytesSource(textContent('not a zip')), about)).rejects.toThrow(PackageError);
  });

  test.each([
    ['not UTF-8', { name: Uint8Array.of(0x63, 0x61, 0x66, 0x82), both: { flags: 0 } }, { rule: 'names-not-utf8' }],
    ['outside of the archive', { name: '../x.png' }, { code: 'E_PATH_TRAVERSAL' }],
    ['not possible on every system', { name: 'trailing dot.' }, { code: 'E_PATH_TRAVERSAL' }],
  ])('is refused if a name is %s, because the file would be missing in the deck', async (_what, entry, details) => {
    const zip = makeZip({
      entries: [
        { name: 'index.html', content: HTML },
        { content: 'x', ...entry },
      ],
    });
    await expect(zipTree(bytesSource(zip), about)).rejects.toMatchObject({ details });
  });
});
