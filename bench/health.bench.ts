/**
 * Measures how long the two health checks take while the server is as busy as it can be: lists and searches on many connections, uploads
 * beside them. The checks are requested ten times a second, as by several monitors.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startLectern } from '#e2e/support/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { signedIn, upload } from './support/bench-user.ts';
import { median, percentile } from './support/statistics.ts';

const SECONDS = 10;
const CONNECTIONS = 64;
const UPLOADS = 4;
/** The aim; above it the line says so. */
const P99_MILLISECONDS_MAX = 100;

const folder = await mkdtemp(join(tmpdir(), 'lectern-health-'));
const file = join(folder, 'deck.stage');
await writeFile(file, await aPackage({ title: 'Quarterly figures', slides: 20 }));
await using lectern = await startLectern({ LOG_LEVEL: 'silent' });
const headers = await signedIn(lectern);
for (let deck = 0; deck < 30; deck += 1) await upload(lectern, headers, file);

async function times(path: string, signal: AbortSignal): Promise<number[]> {
  const taken: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const response = await fetch(`${lectern.origin}${path}`);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    await response.arrayBuffer();
    taken.push(performance.now() - began);
    await delay(100);
  }
  return taken;
}

async function uploadUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await upload(lectern, headers, file);
}

for (const isBusy of [false, true]) {
  const stop = new AbortController();
  const measured = Promise.all(['/api/health/live', '/api/health'].map((path) => times(path, stop.signal)));
  const url = `${lectern.origin}/api/decks`;
  const requests = [{ path: '/api/decks' }, { path: '/api/search?q=quarterly' }];
  const [load] = await Promise.all([
    isBusy ? autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers, requests }) : delay(SECONDS * 1000, null),
    ...(isBusy ? Array.from({ length: UPLOADS }, () => uploadUntil(AbortSignal.timeout(SECONDS * 1000))) : []),
  ]);
  stop.abort();
  const [live = [], health = []] = await measured;
  console.log(load === null ? 'without load' : `under load (${Math.round(load.requests.average)} requests per second)`);
  for (const [name, values] of [['liveness', live] as const, ['health', health] as const]) {
    const p99 = percentile(values, 99);
    const mark = p99 > P99_MILLISECONDS_MAX ? `  above ${P99_MILLISECONDS_MAX} ms` : '';
    console.log(`  ${name.padEnd(8)}  median ${median(values).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${mark}`);
  }
}
await rm(folder, { recursive: true });
