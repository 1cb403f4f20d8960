/** Compares how fast Lectern and nginx serve the same files: entries of a deck, and a whole package. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packDeck } from 'deck-format/node';
import { startLectern } from '#e2e/support/lectern.ts';
import { signedIn, upload } from './support/bench-user.ts';
import { median } from './support/statistics.ts';
import { nginxIsInstalled, startNginx } from './support/nginx.ts';
import { type Load, wrk, wrkIsInstalled } from './support/wrk.ts';

const ENTRIES = { '2 KB': 2_000, '30 KB': 30_000, '300 KB': 300_000 };
const PACKAGE_BYTES = 90_000_000;
const SECONDS = 4;
const ROUNDS = 5;
/** The minimum ratios to nginx. */
const MIN_RATIO = { requests: 0.5, bytes: 0.6 };

/** Text that compresses to about half its size. */
function text(bytes: number): string {
  return randomBytes(Math.ceil(bytes / 2))
    .toString('hex')
    .slice(0, bytes);
}

async function makeSamples(folder: string): Promise<{ deck: string; site: string }> {
  const [source, site] = [join(folder, 'deck'), join(folder, 'site')];
  await Promise.all([source, site].map((each) => mkdir(each)));
  await writeFile(join(source, '1.html'), '<!doctype html><title>Bench</title><video src="film.mp4"></video>');
  await writeFile(join(source, 'film.mp4'), randomBytes(PACKAGE_BYTES));
  for (const bytes of Object.values(ENTRIES)) {
    const script = `// ${text(bytes)}`;
    await writeFile(join(source, `${bytes}.js`), script);
    await writeFile(join(site, `${bytes}.js`), script);
    await writeFile(join(site, `${bytes}.js.gz`), gzipSync(script));
  }
  const deck = join(site, 'deck.stage');
  await packDeck(source, deck);
  return { deck, site };
}

/** Measures both servers alternately, so that the load of the machine affects both. */
function compare(what: string, measure: 'requests' | 'bytes', ours: () => Load, theirs: () => Load): void {
  const of = (load: Load) => (measure === 'requests' ? load.requestsPerSecond : load.bytesPerSecond);
  // Warm up: the workers have just started, and no code is compiled yet.
  ours();
  const pairs = Array.from({ length: ROUNDS }, () => [of(ours()), of(theirs())] as const);
  const [own, reference] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))];
  const ratio = median(pairs.map(([a, b]) => a / b));
  const shown =
    measure === 'requests' ? (value: number) => `${value.toFixed(0)}/s` : (value: number) => `${(value / 1e6).toFixed(0)} MB/s`;
  console.log(`${what}: ${shown(own)}, nginx ${shown(reference)}, ratio ${ratio.toFixed(2)} (at least ${MIN_RATIO[measure]})`);
  if (ratio < MIN_RATIO[measure]) process.exitCode = 1;
}

if (!nginxIsInstalled() || !wrkIsInstalled()) {
  console.log('left out: this benchmark needs nginx and wrk (Debian: apt-get install nginx wrk)');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  const { deck, site } = await makeSamples(folder);
  const processes = availableParallelism();
  await using lectern = await startLectern({ LOG_LEVEL: 'warn', WORKERS: String(processes) });
  await using nginx = await startNginx({ root: site, folder, processes });
  const headers = await signedIn(lectern);
  const id = await upload(lectern, headers, deck);
  const answer = await fetch(`${lectern.origin}/api/decks/${id}/playback`, { headers });
  const { baseUrl } = (await answer.json()) as { baseUrl: string };
  const gzip = { 'accept-encoding': 'gzip' };
  for (const [name, bytes] of Object.entries(ENTRIES)) {
    const at = (origin: string) => () => wrk(`${origin}${bytes}.js`, { connections: 50, seconds: SECONDS, headers: gzip });
    compare(`entries of ${name}`, 'requests', at(baseUrl), at(`${nginx.origin}/`));
  }
  const whole = (url: string) => () => wrk(url, { connections: 4, seconds: SECONDS, headers });
  compare('a package of 90 MB', 'bytes', whole(`${lectern.origin}/api/decks/${id}/blob`), whole(`${nginx.origin}/deck.stage`));
} finally {
  await rm(folder, { recursive: true });
}
