/**
 * Measures how much the memory of the server grows during the upload of a deck of 90 MB. Reads /proc, so it only runs on Linux.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDeck } from 'deck-format/node';
import { startLectern } from '#e2e/support/lectern.ts';
import { signedIn, upload } from './support/bench-user.ts';
import { memoryDuring } from './support/memory.ts';

const DECK_BYTES = 90_000_000;
const MAX_GROWTH_MB = 64;

async function packSample(folder: string, name: string, videoBytes: number): Promise<string> {
  const source = join(folder, name);
  const target = join(folder, `${name}.stage`);
  await mkdir(source);
  await writeFile(join(source, 'film.mp4'), randomBytes(videoBytes));
  await writeFile(join(source, '1.html'), '<!doctype html><title>Film</title><video src="film.mp4"></video>');
  await packDeck(source, target);
  return target;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  await using lectern = await startLectern();
  const headers = await signedIn(lectern);
  await upload(lectern, headers, await packSample(folder, 'small', 1000)); // warm up
  const large = await packSample(folder, 'large', DECK_BYTES);

  const started = performance.now();
  const { before, peak } = await memoryDuring(lectern.pid, () => upload(lectern, headers, large));
  const took = performance.now() - started;

  const growth = peak - before;
  const rate = DECK_BYTES / 1e6 / (took / 1000);
  console.log(
    `${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak: grew by ${growth.toFixed(0)} MB (at most ${String(MAX_GROWTH_MB)})`,
  );
  console.log(`90 MB in ${took.toFixed(0)} ms: ${rate.toFixed(0)} MB/s`);
  if (growth > MAX_GROWTH_MB) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
