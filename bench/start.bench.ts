/**
 * Measures the time from the start of the process to the first successful health check: with an empty data directory, and again
 * with the same data.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLectern } from '#e2e/support/lectern.ts';

const MAX_MS = 5000;

async function measure(what: string, settings: Record<string, string>): Promise<void> {
  const started = performance.now();
  const lectern = await startLectern(settings);
  const took = performance.now() - started;
  const stopping = performance.now();
  await lectern.stop();
  console.log(
    `${what}: ready after ${took.toFixed(0)} ms (at most ${String(MAX_MS)}), stopped in ${(performance.now() - stopping).toFixed(0)} ms`,
  );
  if (took > MAX_MS) process.exitCode = 1;
}

const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  await measure('first start', { DATA_DIR: dataDir });
  await measure('second start', { DATA_DIR: dataDir });
} finally {
  await rm(dataDir, { recursive: true });
}
