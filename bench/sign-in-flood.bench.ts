/**
 * Measures what a flood of wrong sign-ins costs all other users: the time of `GET /api/decks` with the flood and without it, alternately,
 * so that the load of the machine affects both.
 */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { type Headers, signedIn } from './support/bench-user.ts';
import { median, percentile } from './support/statistics.ts';

/** Guesses at once: as many as may wait for a hash, and more, so that some are refused with a 503. */
const FLOODS = [32, 128];
const READERS = 2;
const ROUND_MILLISECONDS = 3000;
const ROUNDS = 3;
/** The aim of docs/security.md; above it the line says so. */
const P99_MILLISECONDS_MAX = 250;

/** The status, once the response is complete. */
function get(lectern: Lectern, agent: Agent, path: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${lectern.origin}${path}`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });
}

/** The time of each request of some readers, in milliseconds. */
async function readFor(milliseconds: number, lectern: Lectern, headers: Headers): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const deadline = performance.now() + milliseconds;
  const read = async () => {
    while (performance.now() < deadline) {
      const began = performance.now();
      const status = await get(lectern, agent, '/api/decks', headers);
      if (status !== 200) throw new Error(`a reader was answered ${status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  agent.destroy();
  return times;
}

/**
 * Starts a process that guesses until it is stopped. It has the lowest priority, because the computers of a real flood do not share
 * their processor with the server.
 */
function flood(lectern: Lectern, atOnce: number): { stop: () => Promise<readonly (readonly [string, number])[]> } {
  const script = join(import.meta.dirname, 'support/flood-client.ts');
  const child = spawn(process.execPath, [script, lectern.origin, String(atOnce)], { stdio: ['pipe', 'pipe', 'inherit'] });
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  return {
    stop: async () => {
      child.stdin.end();
      return Object.entries((await json(child.stdout)) as Record<string, number>);
    },
  };
}

await using lectern = await startLectern({ TRUST_PROXY: '1', LOG_LEVEL: 'silent' });
const headers = await signedIn(lectern);
await readFor(ROUND_MILLISECONDS, lectern, headers);
console.log('GET /api/decks, in ms        median     p99   with the flood: median     p99   ratio   answers to the guesses');
for (const atOnce of FLOODS) {
  const calm: number[] = [];
  const flooded: number[] = [];
  const answers = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(...(await readFor(ROUND_MILLISECONDS, lectern, headers)));
    const guesses = flood(lectern, atOnce);
    flooded.push(...(await readFor(ROUND_MILLISECONDS, lectern, headers)));
    for (const [status, count] of await guesses.stop()) answers.set(status, (answers.get(status) ?? 0) + count);
  }
  const [calm99, flooded99] = [percentile(calm, 99), percentile(flooded, 99)];
  const columns = [median(calm).toFixed(1).padStart(13), calm99.toFixed(1).padStart(8), median(flooded).toFixed(1).padStart(24)];
  const rest = [flooded99.toFixed(1).padStart(8), (flooded99 / calm99).toFixed(1).padStart(8)];
  const said = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  const isOver = flooded99 > P99_MILLISECONDS_MAX;
  console.log(`${`${atOnce} guesses at once`.padEnd(22)}${columns.join('')}${rest.join('')}   ${said}`);
  if (isOver) console.log(`  above the aim of ${P99_MILLISECONDS_MAX} ms`);
  if (isOver) process.exitCode = 1;
}
