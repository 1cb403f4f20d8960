import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPackage, bytesSource } from 'deck-format';
import type { PdfOptions } from 'deck-format/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDeck } from '../../e2e/support/decks.ts';
import { marpDeck } from '../../e2e/support/real-decks.ts';
import { RendererUnavailableError } from '../src/index.ts';
import { renderingWith } from '../src/local/index.ts';
import { readPdf, startTestRenderer } from '../testing/index.ts';

const PROGRAM = join(import.meta.dirname, '../../deck-format/src/node/cli/main.ts');
const MARP = join(import.meta.dirname, '../../e2e/fixtures/marp/deck.html');
const rendering = renderingWith(() => startTestRenderer());
const OPTIONS: PdfOptions = { steps: 'last', notes: 'none', handout: null, paper: 'a4', onPage: () => undefined };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stage-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'deck.stage');
  await writeFile(path, bytes);
  return path;
}

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', cwd: folder, env: { ...process.env, ...env } });

describe('a PDF of a package on this machine', () => {
  it('has title, slides and bookmarks, and reports its progress', async () => {
    const progress: number[][] = [];
    const onPage = (...numbers: number[]) => void progress.push(numbers);
    const result = await rendering.pdf(await fileOf(await marpDeck()), { ...OPTIONS, steps: 'all', onPage });
    if (!('made' in result)) throw new Error(result.message);
    const { bytes, pages, failed } = result.made;
    expect([pages, failed]).toEqual([9, []]);
    expect(progress).toEqual(Array.from({ length: 9 }, (_, at) => [at + 1, 4]));
    const read = await readPdf(Buffer.from(bytes));
    expect(read.title).toBe('Made by Marp');
    expect(read.bookmarks.map(([, page]) => page)).toEqual([0, 1, 5, 8]);
  });

  it('has the notes of the package', async () => {
    const deck = await plainDeck({ slides: ['<p>One</p>', '<p>Two</p>'], notes: ['About one'] });
    const result = await rendering.pdf(await fileOf(deck), { ...OPTIONS, notes: 'pages', paper: 'letter' });
    const read = await readPdf(Buffer.from('made' in result ? result.made.bytes : []));
    expect(read.pages.map(({ text, width }) => [text.includes('About one'), width])).toEqual([
      [false, 960],
      [true, 612],
      [false, 960],
    ]);
  });

  it('names the slides that cannot be shown; one without any slide is not made', async () => {
    const leaves = '<script>location.href = "elsewhere.html"</script>';
    const one = await rendering.pdf(await fileOf(await plainDeck({ slides: ['One', leaves] })), OPTIONS);
    expect(one).toMatchObject({ made: { pages: 2, failed: [2] } });
    expect(await rendering.pdf(await fileOf(await plainDeck({ slides: [leaves] })), OPTIONS)).toEqual({
      problem: 'deck',
      message: 'No slide of the deck could be shown.',
    });
  });

  it('is not made without a browser', async () => {
    const none = renderingWith(() => Promise.reject(new RendererUnavailableError('No browser was found.')));
    expect(await none.pdf(await fileOf(await marpDeck()), OPTIONS)).toEqual({
      problem: 'no browser',
      message: 'No browser was found.',
    });
  });
});

describe('the program', () => {
  it('says in one sentence that there is no browser: exit code 4, and no file', async () => {
    const deck = await fileOf(await marpDeck());
    for (const args of [
      ['pdf', deck, '-o', 'out.pdf'],
      ['pack', MARP, '-o', 'out.stage', '--thumbnails'],
    ]) {
      const { status, stdout, stderr } = run(args, { RENDERER_BROWSER: 'off' });
      expect({ status, stdout, stderr }).toEqual({
        status: 4,
        stdout: '',
        stderr: 'stage: Rendering is switched off (RENDERER_BROWSER=off).\n',
      });
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('out'))).toEqual([]);
  });

  it('makes a PDF, and a package with pictures', async ({ skip }) => {
    const made = run(['pdf', await fileOf(await marpDeck()), '-o', 'made.pdf', '--handout', '4']);
    if (made.status === 4) skip(`there is no browser here that "stage" can use: ${made.stderr}`);
    expect(made).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^made\.pdf: 1 page, \d+ bytes\n$/) as string,
    });
    expect((await readPdf(await readFile(join(folder, 'made.pdf')))).pages[0]?.text).toContain('The first slide.');

    expect(run(['pack', MARP, '-o', 'plain.stage']).status).toBe(0);
    expect(run(['pack', MARP, '-o', 'pictured.stage', '--thumbnails'])).toMatchObject({ status: 0, stderr: '' });
    const [plain, pictured] = await Promise.all(
      ['plain.stage', 'pictured.stage'].map(async (name) => openPackage(bytesSource(await readFile(join(folder, name))))),
    );
    expect(plain?.manifest.slides[0]?.thumbnail).toBeNull();
    expect(pictured?.manifest.slides[0]?.thumbnail).toBe('thumbnails/deck.webp');
    expect(pictured?.manifest.createdAt).toBe(plain?.manifest.createdAt);
    const picture = Buffer.from((await pictured?.read('thumbnails/deck.webp')) ?? []);
    expect([picture.toString('latin1', 0, 4), picture.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
  });
});
