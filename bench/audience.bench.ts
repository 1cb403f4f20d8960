/**
 * Measures a talk with many followers without an account: how long a step takes to reach all of them, how long the presenter's own
 * clicks take, and the memory of the server. `FOLLOWERS=500 npm run bench audience` for another number than 10,000.
 *
 * Both processes need as many open files as there are followers (`ulimit -n`). The followers run on the machine that is measured and take
 * part of its processor, so a server that has its machine for itself is faster.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { type Headers, signedIn } from './support/bench-user.ts';
import { percentile } from './support/statistics.ts';
import { residentMb } from './support/memory.ts';

const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? 10_000);
const LIMITS = { stepMilliseconds: 500, clickMilliseconds: 50, megabytes: 500 };
/** So many that the first one, for which nothing is compiled yet, is fewer than one in a hundred. */
const STEPS = 110;
const BETWEEN_STEPS_MILLISECONDS = 1000;
/** As often as the presenter view sends them. */
const DOTS_PER_SECOND = 20;
/** More slides than steps, so that each place is named once. */
const SLIDES = 2 * STEPS + 2;
const WINDOW = 'window-of-the-benchmark';

/** Prints a value, and fails the benchmark if it is above its limit. */
function report(what: string, value: number, unit: string, limit: number): void {
  console.log(`${what}: ${value.toFixed(0)} ${unit} (at most ${limit})`);
  if (!(value <= limit)) process.exitCode = 1;
}

/** Sends JSON or a form. @throws Error if the status is 300 or above */
async function post(
  lectern: Lectern,
  headers: Headers,
  path: string,
  body: object | ReturnType<typeof anUpload>,
): Promise<unknown> {
  const isForm = 'body' in body && 'headers' in body;
  const sent = isForm
    ? { headers: { ...headers, ...body.headers }, body: new Uint8Array(body.body) }
    : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${lectern.origin}${path}`, { method: 'POST', ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text === '' ? 'null' : text);
}

const heardSchema = z.object({ heard: z.record(z.string(), z.array(z.number())), broken: z.number() });

interface Followers {
  /** When they heard of each place. */
  readonly leave: () => Promise<z.infer<typeof heardSchema>>;
}

async function follow({ origin }: Lectern, token: string): Promise<Followers> {
  const script = join(import.meta.dirname, 'support/followers.ts');
  const child: ChildProcess = spawn(process.execPath, [script, new URL(origin).port, token, String(FOLLOWERS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null || child.stdin === null) throw new Error('The followers have no pipes.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value } = (await lines.next()) as { value?: string };
  if (value !== 'connected') throw new Error('The followers could not connect.');
  const { stdin } = child;
  return {
    leave: async () => {
      stdin.end();
      const { value: result = '' } = (await lines.next()) as { value?: string };
      return heardSchema.parse(JSON.parse(result));
    },
  };
}

const now = () => performance.timeOrigin + performance.now();

await using lectern = await startLectern({
  LOG_LEVEL: 'warn',
  MAX_CONNECTIONS: String(FOLLOWERS + 1000),
  MAX_CONNECTIONS_PER_CLIENT: String(FOLLOWERS + 1000),
});
const headers = await signedIn(lectern);
const deckSchema = z.object({ id: z.string(), currentVersionId: z.string() });
const deck = deckSchema.parse(await post(lectern, headers, '/api/decks', anUpload(await aPackage({ slides: SLIDES }))));
const link = z.object({ id: z.string(), url: z.string() }).parse(await post(lectern, headers, `/api/decks/${deck.id}/links`, {}));
await post(lectern, headers, '/api/trpc/audiences.open', { id: deck.id, linkId: link.id });
const start = { deckId: deck.id, versionId: deck.currentVersionId, clientId: WINDOW, place: { slideIndex: 0, inner: null } };
const started = await post(lectern, headers, '/api/trpc/talks.start', start);
const talkId = z.object({ result: z.object({ data: z.object({ id: z.string() }) }) }).parse(started).result.data.id;

const before = await residentMb(lectern.pid);
const beganAt = performance.now();
// No window shows the talk, which would end it after a minute.
let planned = 1;
const present = setInterval(() => {
  const change = { do: 'plan', plannedSeconds: (planned += 1) };
  void post(lectern, headers, '/api/trpc/talks.changeClock', { talkId, change }).catch(() => undefined);
}, 20_000);
const followers = await follow(lectern, link.url.slice(link.url.lastIndexOf('/') + 1));
console.log(`${FOLLOWERS} followers connected in ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
clearInterval(present);
await delay(3000);

const sentAt = new Map<number, number>();
const clicks: number[] = [];
async function step(slideIndex: number): Promise<void> {
  sentAt.set(slideIndex, now());
  await post(lectern, headers, '/api/trpc/talks.move', { talkId, clientId: WINDOW, place: { slideIndex, inner: null } });
  clicks.push(now() - (sentAt.get(slideIndex) ?? 0));
}
const steps = async (from: number): Promise<void> => {
  for (let nth = 0; nth < STEPS; nth += 1) {
    await step(from + nth);
    await delay(BETWEEN_STEPS_MILLISECONDS);
  }
};
await steps(1);
// The presenter's next click comes while the last one is on its way to the audience.
const pointing = setInterval(() => {
  const dot = { x: Math.random(), y: Math.random() };
  void post(lectern, headers, '/api/trpc/talks.pointLaser', { talkId, dot }).catch(() => undefined);
}, 1000 / DOTS_PER_SECOND);
await steps(1 + STEPS);
clearInterval(pointing);
await delay(2000);
const memory = await residentMb(lectern.pid);
const { heard, broken } = await followers.leave();

const waitsOf = (from: number): number[] =>
  [...sentAt]
    .filter(([slide]) => slide >= from && slide < from + STEPS)
    .flatMap(([slide, at]) => (heard[slide] ?? []).map((time) => time - at));
const [quiet, pointed] = [waitsOf(1), waitsOf(1 + STEPS)];
const first = (heard[1] ?? []).map((time) => time - (sentAt.get(1) ?? 0));
console.log(`the first step: ${percentile(first, 100).toFixed(0)} ms at most`);
console.log(`a step: median ${percentile(quiet, 50).toFixed(0)} ms, maximum ${percentile(quiet, 100).toFixed(0)} ms`);
report('a step, p99', percentile(quiet, 99), 'ms', LIMITS.stepMilliseconds);
report('a step while the laser pointer moves, p99', percentile(pointed, 99), 'ms', LIMITS.stepMilliseconds);
report("the presenter's own clicks, p99", percentile(clicks, 99), 'ms', LIMITS.clickMilliseconds);
report('steps that were not heard', 2 * STEPS * FOLLOWERS - quiet.length - pointed.length, 'steps', 0);
report('connections that broke', broken, 'connections', 0);
console.log(`memory without followers: ${before.toFixed(0)} MB`);
report('memory of the server', memory, 'MB', LIMITS.megabytes);
