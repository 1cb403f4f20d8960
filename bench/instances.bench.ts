/**
 * Compares one, two and four instances behind nginx, with one PostgreSQL and one S3 service. All of them, and the clients, share this
 * machine: the ratios say what an instance costs and shares, not what more machines would bring.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startInstances } from '#e2e/support/instances.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { aPackage } from '#server/testing/packages.ts';
import { signedIn, upload } from './support/bench-user.ts';

const COUNTS = [1, 2, 4];
const DECKS = 20;
const SECONDS = 5;
const CONNECTIONS = 32;

if (process.env['S3_ENDPOINT'] === undefined) {
  console.log('left out: this benchmark needs an S3 service (S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY)');
  process.exit(0);
}

type Requests = readonly Pick<autocannon.Request, 'method' | 'path' | 'body'>[];

/** Requests per second of one kind. */
async function rate(origin: string, headers: Readonly<Record<string, string>>, requests: Requests): Promise<number> {
  const all = { 'content-type': 'application/json', ...headers };
  const load = () =>
    autocannon({ url: origin, connections: CONNECTIONS, duration: SECONDS, headers: all, requests: [...requests] });
  // The first run warms up: no code is compiled yet.
  await load();
  const { requests: answered, non2xx, errors } = await load();
  if (non2xx + errors > 0) throw new Error(`${non2xx} requests were refused and ${errors} failed.`);
  return answered.average;
}

async function ratesOf(count: number, file: string): Promise<Record<string, number>> {
  const settings = { LOG_LEVEL: 'warn', MAX_CONNECTIONS_PER_CLIENT: '5000' };
  await using lectern = await startInstances(String(await aFreePort()), settings, count);
  const headers = await signedIn(lectern);
  const decks: string[] = [];
  while (decks.length < DECKS) decks.push(await upload(lectern, headers, file));
  const [deck = ''] = decks;
  const playback = await fetch(`${lectern.origin}/api/decks/${deck}/playback`, { headers });
  const { baseUrl } = (await playback.json()) as { baseUrl: string };
  const entry = new URL('slides/1.html', baseUrl).pathname;
  const notes = decks.map((id) => ({
    method: 'PUT' as const,
    path: `/api/decks/${id}/notes/0`,
    body: JSON.stringify({ body: 'A note.' }),
  }));
  return {
    'list of decks': await rate(lectern.origin, headers, [{ path: '/api/decks' }]),
    'a deck': await rate(
      lectern.origin,
      headers,
      decks.map((id) => ({ path: `/api/decks/${id}` })),
    ),
    'PUT of a note': await rate(lectern.origin, headers, notes),
    'a slide': await rate(lectern.origin, headers, [{ path: entry }]),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  const file = join(folder, 'deck.stage');
  await writeFile(file, await aPackage({ title: 'Quarterly figures', slides: 5 }));
  let single: Record<string, number> = {};
  for (const count of COUNTS) {
    const rates = await ratesOf(count, file);
    if (count === 1) single = rates;
    console.log(`${count} on ${availableParallelism()} cores`);
    for (const [what, perSecond] of Object.entries(rates)) {
      console.log(
        `  ${what.padEnd(14)} ${perSecond.toFixed(0).padStart(6)}/s, ratio ${(perSecond / (single[what] ?? Number.NaN)).toFixed(2)}`,
      );
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
