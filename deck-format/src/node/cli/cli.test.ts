import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { aFolder, type Folder } from '../../../test/a-folder.ts';
import { aDeck, aManifest, deckEntries, HTML } from '../../../test/a-deck.ts';
import { makeZip } from '../../../test/zip-maker.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function stage(args: readonly string[], env: Record<string, string> = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, out: stdout, err: stderr };
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

test('verify: a sound package', () => {
  using folder = aFolder({});
  const file = fileWith(folder, aDeck());
  expect(stage(['verify', file])).toEqual({ status: 0, out: `${file}: sound\n`, err: '' });
  expect(JSON.parse(stage(['verify', file, '--json']).out)).toEqual({ file, ok: true, faults: [], warnings: [] });
});

test('verify: every fault, not only the first', () => {
  using folder = aFolder({});
  const { status, out } = stage(['verify', fileWith(folder, faulty), '--json']);
  const report = JSON.parse(out) as { ok: boolean; faults: { code: string; message: string }[] };
  expect([status, report.ok]).toEqual([1, false]);
  expect(report.faults.map(({ code }) => code).toSorted()).toEqual([
    'E_MISSING_SLIDE',
    'E_NOT_ZIP',
    'E_PATH_TRAVERSAL',
    'E_PATH_TRAVERSAL',
  ]);
  expect(stage(['verify', fileWith(folder, faulty)]).out.split('\n').length).toBe(6);
});

test('verify: every issue of a manifest', () => {
  using folder = aFolder({});
  const { out } = stage(['verify', fileWith(folder, makeZip({ entries: deckEntries(aManifest({ title: '', id: '' })) }))]);
  expect(out).toMatch(/id: .*\n.*title: /);
});

test('inspect shows the deck, and no control character of it', () => {
  using folder = aFolder({});
  const slides = [{ index: 1, id: 'a', label: 'red \u001b[31m', file: 'slides/01.html', notes: 'n' }];
  const file = fileWith(folder, makeZip({ entries: deckEntries(aManifest({ slides, totalSlides: 1 })) }));
  const { status, out } = stage(['inspect', file]);
  expect(status).toBe(0);
  expect(out).toContain('A deck  (a-deck, version 1)');
  expect(out).not.toContain('\u001b');
  expect(JSON.parse(stage(['inspect', file, '--json']).out)).toMatchObject({ manifest: { title: 'A deck' }, thumbnail: null });
});

test('pack: tells what it did; SOURCE_DATE_EPOCH and options count', () => {
  using folder = aFolder({ 'a.html': HTML, '.hidden': 'x' });
  const { status, out } = stage(
    ['pack', folder.path, '-o', folder.target, '--title', 'Told', '--size', '4x3', '--requires', 'window-open'],
    { SOURCE_DATE_EPOCH: '86400' },
  );
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/Told \(plain\), 1 slide, 1 files, \d+ bytes\nleft out {2}\.hidden \(hidden\)\n/),
  ]);
  const { manifest } = JSON.parse(stage(['inspect', folder.target, '--json']).out) as { manifest: unknown };
  expect(manifest).toMatchObject({
    title: 'Told',
    createdAt: '1970-01-02T00:00:00.000Z',
    dimensions: { width: 4, height: 3 },
    compat: { requires: ['window-open'] },
  });
  expect(JSON.parse(stage(['pack', folder.path, '-o', folder.target, '--json']).out)).toMatchObject({ kind: 'plain', slides: 1 });
});

test.each([
  [[], 2, 'Usage:'],
  [['help'], 0, 'Usage:'],
  [['publish'], 2, 'no command "publish"'],
  [['verify'], 2, 'exactly one FILE'],
  [['verify', 'a', 'b'], 2, 'exactly one FILE'],
  [['verify', '/nowhere.stage'], 2, 'Cannot read /nowhere.stage'],
  [['verify', '--loud', 'x'], 2, '--loud'],
  [['inspect', '/nowhere.stage'], 1, 'ENOENT'],
  [['pack', '/nowhere'], 2, '-o FILE'],
  [['pack', '/nowhere', '-o', '/tmp/x.stage'], 1, 'nothing at /nowhere'],
  [['pack', '.', '-o', '/tmp/x.stage', '--size', 'big'], 2, 'not a size'],
  [['pack', '.', '-o', '/tmp/x.stage', '--created-at', 'soon'], 2, 'not a moment'],
  [['pack', '.', '-o', '/tmp/x.stage', '--requires', 'camera'], 2, 'not a capability'],
])('stage %j → %i', (args, status, said) => {
  const outcome = stage(args);
  expect(outcome.status).toBe(status);
  expect(outcome.out + outcome.err).toContain(said);
});

test('the packed file is one that unzip is content with, where there is an unzip', ({ skip }) => {
  using folder = aFolder({ 'a.html': HTML, 'ü.txt': 'x' });
  stage(['pack', folder.path, '-o', folder.target]);
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
  } catch {
    skip('there is no unzip on this machine');
  }
  expect(execFileSync('unzip', ['-tqq', folder.target], { encoding: 'utf8' })).toBe('');
});
