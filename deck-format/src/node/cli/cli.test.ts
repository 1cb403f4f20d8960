import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aFolder, type Folder } from '../../../test/a-folder.ts';
import { aDeck, aManifest, deckEntries, HTML } from '../../../test/a-deck.ts';
import { makeZip } from '../../../test/zip-maker.ts';
import { FORMAT_LIMITS } from '../../limits.ts';
import { loadRendering } from './rendering.ts';
import { stage as runStage } from './stage.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process, because starting a process for each test would be slow. */
async function stage(args: readonly string[]): Promise<Outcome> {
  const printed = { out: '', err: '' };
  const record = (into: keyof typeof printed) => (chunk: unknown) => {
    printed[into] += String(chunk);
    return true;
  };
  using _out = vi.spyOn(process.stdout, 'write').mockImplementation(record('out'));
  using _err = vi.spyOn(process.stderr, 'write').mockImplementation(record('err'));
  return { status: await runStage([...args]), ...printed };
}

function fileWith(folder: Folder, bytes: Uint8Array): string {
  const file = join(folder.path, 'deck.stage');
  writeFileSync(file, bytes);
  return file;
}

const faulty = makeZip({
  entries: [
    ...deckEntries(
      aManifest({
        slides: [
          { index: 1, id: 'a', label: 'a', file: 'gone.html' },
          { index: 2, id: 'b', label: 'b', file: '../up.html' },
        ],
      }),
    ),
    { name: 'broken.txt', content: HTML, both: { crc32: 1 } },
    { name: '../evil.html', content: HTML },
  ],
});

test('verify reports a valid package', async () => {
  using folder = aFolder({});
  const file = fileWith(folder, aDeck());
  expect(await stage(['verify', file])).toEqual({ status: 0, out: `${file}: valid\n`, err: '' });
  expect(JSON.parse((await stage(['verify', file, '--json'])).out)).toEqual({ file, ok: true, faults: [], warnings: [] });
});

test('verify reports all faults', async () => {
  using folder = aFolder({});
  const { status, out } = await stage(['verify', fileWith(folder, faulty), '--json']);
  const report = JSON.parse(out) as { ok: boolean; faults: { code: string; message: string }[] };
  expect([status, report.ok]).toEqual([1, false]);
  expect(report.faults.map(({ code }) => code).toSorted()).toEqual([
    'E_MISSING_SLIDE',
    'E_NOT_ZIP',
    'E_PATH_TRAVERSAL',
    'E_PATH_TRAVERSAL',
  ]);
  expect((await stage(['verify', fileWith(folder, faulty)])).out.split('\n').length).toBe(6);
});

test('verify reports all issues of a manifest', async () => {
  using folder = aFolder({});
  const { out } = await stage(['verify', fileWith(folder, makeZip({ entries: deckEntries(aManifest({ title: '', id: '' })) }))]);
  expect(out).toMatch(/id: .*\n.*title: /);
});

test('inspect shows the deck without control characters', async () => {
  using folder = aFolder({});
  const slides = [{ index: 1, id: 'a', label: 'red \u001b[31m', file: 'slides/01.html', notes: 'n' }];
  const manifest = aManifest({ title: 'A\u001b[2J deck', version: '1\u001b[0m', slides, totalSlides: 1 });
  const file = fileWith(folder, makeZip({ entries: deckEntries(manifest) }));
  const { status, out } = await stage(['inspect', file]);
  expect(status).toBe(0);
  expect(out).toContain('A [2J deck  (a-deck, version 1 [0m)');
  expect(out).not.toContain('\u001b');
  expect(JSON.parse((await stage(['inspect', file, '--json'])).out)).toMatchObject({
    manifest: { title: 'A\u001b[2J deck' },
    thumbnail: null,
  });
});

test('verify reports faults without control characters of the deck', async () => {
  using folder = aFolder({});
  const { status, out } = await stage(['verify', fileWith(folder, makeZip({ entries: deckEntries('[\n\u001b[2J]') }))]);
  expect(status).toBe(1);
  expect(out).toMatch(/^E_BAD_MANIFEST {2}The manifest is not valid: .*\n.*: invalid, 1 fault\n$/);
  expect(out).not.toContain('\u001b');
});

test('pack reports what it has packed, and uses its options and SOURCE_DATE_EPOCH', async () => {
  using folder = aFolder({ 'a.html': HTML, '.hidden': 'x' });
  vi.stubEnv('SOURCE_DATE_EPOCH', '86400');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { status, out } = await stage([
    'pack',
    folder.path,
    '-o',
    folder.target,
    '--title',
    'Chosen',
    '--size',
    '4x3',
    '--requires',
    'window-open',
  ]);
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/Chosen \(plain\), 1 slide, 1 file, \d+ bytes\nleft out {2}\.hidden \(hidden\)\n/),
  ]);
  const { manifest } = JSON.parse((await stage(['inspect', folder.target, '--json'])).out) as { manifest: unknown };
  expect(manifest).toMatchObject({
    title: 'Chosen',
    createdAt: '1970-01-02T00:00:00.000Z',
    dimensions: { width: 4, height: 3 },
    compat: { requires: ['window-open'] },
  });
  expect(JSON.parse((await stage(['pack', folder.path, '-o', folder.target, '--json'])).out)).toMatchObject({
    kind: 'plain',
    slides: 1,
  });
});

test('pack --strict lists missing files and ends with exit code 3', async () => {
  using folder = aFolder({ 'index.html': '<!doctype html>\n<img src="gone.png"><img src="https://a.example/x.png">' });
  const args = ['pack', folder.path, '-o', folder.target];
  const { status, out } = await stage([...args, '--strict']);
  expect(status).toBe(3);
  expect(out).toContain('missing   gone.png (the file does not exist; index.html:2)\n');
  expect(out).toContain('loads     from a.example (a player may block this; index.html:2)\n');
  expect((await stage(args)).status).toBe(0);
  writeFileSync(join(folder.path, 'gone.png'), 'x');
  expect((await stage([...args, '--strict'])).status).toBe(0);
});

const COMMANDS = ['verify', 'inspect', 'pack', 'pdf'];

test('--help and --version work for the program and for each command', async () => {
  expect(await stage([])).toMatchObject({ status: 2, out: expect.stringContaining('Usage: stage COMMAND') as string });
  expect(await stage(['--help'])).toMatchObject({ status: 0, out: expect.stringContaining('Usage: stage COMMAND') as string });
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(await stage(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
  for (const command of COMMANDS) {
    const help = await stage([command, '--help']);
    expect(help).toMatchObject({ status: 0, out: expect.stringContaining(`Usage: stage ${command} `) as string, err: '' });
    expect(await stage(['help', command])).toEqual(help);
    expect(await stage([command, '--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
  }
});

/** A usage error: exit code 2, and one sentence on standard error. */
test.each([
  [['publish'], 'There is no command "publish"'],
  [['help', 'publish'], 'There is no command "publish"'],
  [['verify'], 'Specify exactly one FILE'],
  [['verify', 'a', 'b'], 'Specify exactly one FILE'],
  [['verify', '/nowhere.stage'], 'Cannot read /nowhere.stage: the file does not exist'],
  [['verify', '.'], '. is a directory'],
  [['verify', 'na\ufffdme.stage'], 'not valid UTF-8'],
  [['verify', '--loud', 'x'], '--loud'],
  [['inspect', '/nowhere.stage'], 'Cannot read /nowhere.stage: the file does not exist'],
  [['inspect', '.'], '. is a directory'],
  [['pack', '/nowhere'], '-o FILE'],
  [['pack', '/nowhere', '-o', 'x.stage'], 'Cannot read /nowhere: the file does not exist'],
  [['pack', '.', '-o', '.'], 'Cannot write .: it is a directory'],
  [['pack', '.', '-o', '/nowhere/x.stage'], 'the directory /nowhere does not exist'],
  [['pack', '.', '-o', 'package.json/x.stage'], 'not a directory'],
  [['pack', 'package.json', '-o', './package.json'], 'it is the input'],
  [['pack', '.', '-o', 'x.stage', '--thumbnails', '/nowhere'], 'Cannot read /nowhere'],
  [['pack', '/nowhere', '-o', 'x.stage', '--thumbnails'], 'Cannot read /nowhere'],
  [['pack', '--thumbnails', '.', '-o', 'x.stage'], 'Specify exactly one DIR or HTML file'],
  [['pack', '.', '-o', 'x.stage', '--size', 'big'], 'not a size'],
  [['pack', '.', '-o', 'x.stage', '--created-at', 'soon'], 'not a date and time'],
  [['pack', '.', '-o', 'x.stage', '--requires', 'camera'], 'not a capability'],
  [['pdf', '-o', 'x.pdf'], 'Specify exactly one FILE'],
  [['pdf', 'x.stage'], '-o FILE'],
  [['pdf', '/nowhere.stage', '-o', 'x.pdf'], 'Cannot read /nowhere.stage: the file does not exist'],
  [['pdf', 'x.stage', '-o', 'x.pdf', '--steps', 'first'], '--steps first is not possible; the values are last, all'],
  [['pdf', 'x.stage', '-o', 'x.pdf', '--notes', 'above'], 'the values are none, below, pages'],
  [['pdf', 'x.stage', '-o', 'x.pdf', '--handout', '3'], 'the values are 2, 4, 6'],
  [['pdf', 'x.stage', '-o', 'x.pdf', '--paper', 'a5'], 'the values are a4, letter'],
  [['pdf', 'x.stage', '-o', 'x.pdf', '--handout', '4', '--notes', 'below'], 'either --notes or --handout'],
])('usage error: stage %j', async (args, message) => {
  const { status, out, err } = await stage(args);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(message);
  expect(err).toMatch(/^stage: [^\n]*\.\n$/);
});

describe('an invalid deck: exit code 1 and one sentence on standard error', () => {
  const expectRefusal = ({ status, out, err }: Outcome, message: string): void => {
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^stage: [^\n]*\.\n$/);
  };

  test('inspect: a file that is not a package', async () => {
    using folder = aFolder({});
    expectRefusal(await stage(['inspect', fileWith(folder, Buffer.from('<p>'))]), 'not a zip archive');
  });

  test('inspect: a manifest that is not JSON, and contains control characters', async () => {
    using folder = aFolder({});
    const file = fileWith(folder, makeZip({ entries: deckEntries('[\n\u001b[2J]') }));
    const outcome = await stage(['inspect', file]);
    expectRefusal(outcome, 'manifest.json is not valid JSON');
    expect(outcome.err).not.toContain('\u001b');
  });

  test('pdf: a file that is not a package', async () => {
    using folder = aFolder({});
    expectRefusal(await stage(['pdf', fileWith(folder, Buffer.from('<p>')), '-o', folder.target]), 'not a zip archive');
  });

  test('pack: a file that is too large is refused before it is read', async () => {
    using folder = aFolder({ 'a.html': HTML, 'film.mp4': '' });
    truncateSync(join(folder.path, 'film.mp4'), FORMAT_LIMITS.entryBytes + 1);
    expectRefusal(await stage(['pack', folder.path, '-o', folder.target]), '"film.mp4" is larger than one file of a deck may be');
    expect(existsSync(folder.target)).toBe(false);
  });

  test('pack: a document that is too large is refused before it is read', async () => {
    using folder = aFolder({ 'a.html': HTML });
    truncateSync(join(folder.path, 'a.html'), FORMAT_LIMITS.entryBytes + 1);
    expectRefusal(await stage(['pack', join(folder.path, 'a.html'), '-o', folder.target]), '"a.html" is larger');
  });

  test('pack: a folder without HTML files', async () => {
    using folder = aFolder({ 'a.txt': 'x' });
    expectRefusal(await stage(['pack', folder.path, '-o', folder.target]), 'HTML');
  });

  test('pack: a name that is not UTF-8', async ({ skip }) => {
    using folder = aFolder({ 'a.html': HTML });
    try {
      writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/b`), Buffer.of(0xff), Buffer.from('.png')]), 'x');
    } catch {
      skip('this file system only allows UTF-8 names');
    }
    expectRefusal(await stage(['pack', folder.path, '-o', folder.target]), 'not valid UTF-8');
  });
});

test('without the package that renders, one sentence says how to get it: exit code 4', async () => {
  await expect(loadRendering('a-package-that-is-not-installed/stage')).rejects.toMatchObject({
    name: 'RenderingError',
    exitCode: 4,
    message: expect.stringMatching(/^Rendering needs the package deck-renderer, [^\n]*\.$/) as string,
  });
});

test('the exit code of the program is that of its command', () => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'publish'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('There is no command "publish"') as string });
});

test('there is no stack trace if the reader closes the pipe early', async () => {
  using folder = aFolder({});
  // More output than the buffer of a pipe.
  const slides = Array.from({ length: 500 }, (_, at) => ({
    index: at + 1,
    id: `s${at}`,
    label: 'x'.repeat(250),
    file: 'slides/01.html',
    notes: 'n'.repeat(1000),
  }));
  const file = fileWith(folder, makeZip({ entries: deckEntries(aManifest({ slides, totalSlides: 500 })) }));
  const child = spawn(process.execPath, [MAIN, 'inspect', file, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
  expect({ err, code }).toEqual({ err: '', code: 0 });
});

test('unzip accepts a packed file', async ({ skip }) => {
  using folder = aFolder({ 'a.html': HTML, 'ü.txt': 'x' });
  await stage(['pack', folder.path, '-o', folder.target]);
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
  } catch {
    skip('unzip is not installed');
  }
  expect(execFileSync('unzip', ['-tqq', folder.target], { encoding: 'utf8' })).toBe('');
});
