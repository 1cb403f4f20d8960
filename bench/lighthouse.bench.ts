/**
 * Runs Lighthouse on the built application: sign-in, the library with decks, and a deck in the player. SEO is left out because
 * Lectern is not meant to be indexed. Lighthouse is not a dependency because of its size of 176 MB: `npx` downloads it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '#e2e/support/browser.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { type Headers, signedIn, upload } from './support/bench-user.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const MIN_SCORE = 95;
/** The run with the median performance counts, because the load of the machine varies. */
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const SAMPLE = join(import.meta.dirname, '../web/dist/sample/en.stage');

interface Report {
  readonly categories: Record<(typeof CATEGORIES)[number], { readonly score: number | null }>;
  readonly audits: Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>;
}

async function auditOnce(folder: string, url: string, headers: Headers): Promise<Report> {
  const { executablePath, env } = await findBrowser();
  const [extra, output] = [join(folder, 'headers.json'), join(folder, 'report.json')];
  await writeFile(extra, JSON.stringify(headers));
  const categories = `--only-categories=${CATEGORIES.join(',')}`;
  const chrome = '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-quic --no-first-run';
  const options = [
    '--preset=desktop',
    categories,
    chrome,
    `--extra-headers=${extra}`,
    '--output=json',
    `--output-path=${output}`,
  ];
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options, '--quiet'], {
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
  });
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

async function audit(folder: string, url: string, headers: Headers): Promise<Report> {
  const reports: Report[] = [];
  while (reports.length < RUNS) reports.push(await auditOnce(folder, url, headers));
  const performance = ({ categories }: Report) => categories.performance.score ?? 0;
  const middle = reports.toSorted((a, b) => performance(a) - performance(b))[Math.floor(RUNS / 2)];
  if (middle === undefined) throw new Error('There are no reports.');
  return middle;
}

function show(page: string, { categories, audits }: Report): void {
  const scores = CATEGORIES.map((name) => ({ name, score: Math.round((categories[name].score ?? 0) * 100) }));
  console.log(`${page}: ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')} (each at least ${MIN_SCORE})`);
  if (scores.every(({ score }) => score >= MIN_SCORE)) return;
  process.exitCode = 1;
  for (const { title, score, displayValue } of Object.values(audits)) {
    if (score !== null && score < 0.9)
      console.log(`  ${score.toFixed(2)} ${title}${displayValue === undefined ? '' : `: ${displayValue}`}`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  await using lectern = await startLectern({ LOG_LEVEL: 'warn' });
  const headers = await signedIn(lectern);
  const deck = await upload(lectern, headers, SAMPLE);
  for (let more = 0; more < 11; more += 1) await upload(lectern, headers, SAMPLE);
  const cookie = { cookie: headers['cookie'] ?? '' };
  show('sign-in', await audit(folder, `${lectern.origin}/sign-in`, {}));
  show('library', await audit(folder, `${lectern.origin}/`, cookie));
  show('player', await audit(folder, `${lectern.origin}/decks/${deck}`, cookie));
} finally {
  await rm(folder, { recursive: true });
}
