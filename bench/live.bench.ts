/**
 * Measures event streams with two server processes: the memory of idle streams, the delay of changes, and the delivery of strokes
 * from many people who draw at the same time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Pair, startPair } from './support/pair.ts';
import { percentile } from './support/statistics.ts';
import { Watcher } from './support/watcher.ts';
import { residentMb } from './support/memory.ts';

const LIMITS = { idleMegabytes: 100, seenMilliseconds: 150, apiMilliseconds: 250 };
const IDLE_STREAMS = 1000;
const WATCHERS = 100;
const CHANGES = 100;
const DRAWERS = 20;
const STROKES_PER_SECOND = 200;
const DRAWING_SECONDS = 15;
/** Time between two batches of one browser. */
const BATCH_MILLISECONDS = 100;
/** A slide can have 2,000 strokes, so they are distributed over several slides. */
const INKED_SLIDES = 3;

/** Prints a value, and fails the benchmark if it is above its limit. */
function report(what: string, value: number, unit: string, limit: number): void {
  console.log(`${what}: ${value.toFixed(0)} ${unit} (at most ${limit})`);
  if (value > limit) process.exitCode = 1;
}

const nthOf = <Value>(values: readonly Value[], nth: number): Value => {
  const value = values[nth % values.length];
  if (value === undefined) throw new Error('The list is empty.');
  return value;
};

/** Opens streams on the first `servers` servers, and waits until each of them has caught up. */
async function watch(pair: Pair, count: number, decks: readonly string[], servers = 2): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  while (watchers.length < count) {
    const some = Array.from({ length: Math.min(50, count - watchers.length) }, (_, at) => {
      const nth = watchers.length + at;
      return new Watcher(nthOf(pair.servers.slice(0, servers), nth).origin, nthOf(pair.people, nth), nthOf(decks, nth));
    });
    await Promise.all(some.map((watcher) => watcher.caughtUp));
    watchers.push(...some);
  }
  return watchers;
}

const end = (watchers: readonly Watcher[]) => Promise.all(watchers.map((watcher) => watcher.close()));

async function idleStreams(pair: Pair): Promise<void> {
  const { pid } = pair.servers[0];
  // Warm up: code that is loaded and compiled once is not a cost of the streams.
  await end(await watch(pair, WATCHERS, pair.decks, 1));
  await delay(2000);
  const before = await residentMb(pid);
  const watchers = await watch(pair, IDLE_STREAMS, pair.decks, 1);
  await delay(5000);
  report(`${IDLE_STREAMS} idle streams`, (await residentMb(pid)) - before, 'MB', LIMITS.idleMegabytes);
  await end(watchers);
}

async function changesSeen(pair: Pair): Promise<void> {
  const deck = nthOf(pair.decks, 0);
  const watchers = await watch(pair, WATCHERS, [deck]);
  const waits: number[] = [];
  for (let nth = 0; nth < CHANGES; nth += 1) {
    const sentAt = performance.now();
    const seen = watchers.map(
      (watcher) =>
        new Promise<void>((resolve) => {
          watcher.onEvent = ({ kind }) => {
            if (kind !== 'note') return;
            waits.push(performance.now() - sentAt);
            resolve();
          };
        }),
    );
    await pair.call(nth % 2, 'PUT', `/api/decks/${deck}/notes/${nth % 5}`, { body: `Change ${nth}` });
    await Promise.all(seen);
    await delay(20);
  }
  console.log(`delay of a change: median ${percentile(waits, 50).toFixed(0)} ms, maximum ${Math.max(...waits).toFixed(0)} ms`);
  report(`delay of a change for ${WATCHERS} clients, p99`, percentile(waits, 99), 'ms', LIMITS.seenMilliseconds);
  await end(watchers);
}

type Stroke = ReturnType<typeof aStroke>;

function aStroke() {
  const points = Array.from({ length: 40 }, (_, at) => [100 + at * 3.5, Math.round(2000 + Math.sin(at / 5) * 400) / 10, 0.5]);
  return { id: randomUUID(), tool: 'pen', color: '#d9542b', width: 4, points };
}

type Timed = <Result>(work: Promise<Result>) => Promise<Result>;

/**
 * Simulates a person who draws. Strokes that are drawn during a request are sent in the next batch. Returns the ids of the
 * strokes.
 */
async function draw(pair: Pair, nth: number, deck: string, timed: Timed): Promise<string[]> {
  const path = `/api/decks/${deck}/annotations/${nth % INKED_SLIDES}/strokes`;
  const drawn: string[] = [];
  let unsent: Stroke[] = [];
  const pen = setInterval(() => unsent.push(aStroke()), (1000 * DRAWERS) / STROKES_PER_SECOND);
  const until = performance.now() + DRAWING_SECONDS * 1000;
  while (performance.now() < until || unsent.length > 0) {
    if (performance.now() >= until) clearInterval(pen);
    const add = unsent;
    unsent = [];
    if (add.length > 0) await timed(pair.call(nth % 2, 'POST', path, { add }, nthOf(pair.people, nth)));
    drawn.push(...add.map(({ id }) => id));
    await delay(BATCH_MILLISECONDS);
  }
  clearInterval(pen);
  return drawn;
}

/** Simulates a person who only reads. */
async function read(pair: Pair, deck: string, timed: Timed): Promise<void> {
  for (let nth = 0; nth < DRAWING_SECONDS * 10; nth += 1) {
    await timed(pair.call(nth % 2, 'GET', nth % 4 < 2 ? `/api/decks/${deck}/notes` : '/api/decks'));
    await delay(100);
  }
}

async function drawAtOnce(pair: Pair): Promise<void> {
  const deck = nthOf(pair.decks, 1);
  const watchers = await watch(pair, DRAWERS, [deck]);
  const seen = watchers.map((watcher) => {
    const ids: string[] = [];
    watcher.onEvent = (event) => event.kind === 'ink' && ids.push(...event.drawn.map(({ id }) => id));
    return ids;
  });
  const waits: number[] = [];
  const timed: Timed = async (work) => {
    const startedAt = performance.now();
    const result = await work;
    waits.push(performance.now() - startedAt);
    return result;
  };
  const startedAt = performance.now();
  const reading = read(pair, deck, timed);
  const drawn = (await Promise.all(Array.from({ length: DRAWERS }, (_, nth) => draw(pair, nth, deck, timed)))).flat();
  const took = (performance.now() - startedAt) / 1000;
  await reading;
  await delay(2000);
  const kept = new Set(await strokesOf(pair, deck));
  console.log(`${drawn.length} strokes in ${took.toFixed(1)} s, API median ${percentile(waits, 50).toFixed(0)} ms`);
  report('strokes lost', drawn.filter((id) => !kept.has(id)).length, 'strokes', 0);
  const wrong = seen.filter((ids) => ids.length !== drawn.length || new Set(ids).size !== ids.length).length;
  report(`of ${DRAWERS} clients, without every stroke exactly once`, wrong, 'clients', 0);
  report('the API at the same time, p99', percentile(waits, 99), 'ms', LIMITS.apiMilliseconds);
  await end(watchers);
}

const annotationsSchema = z.object({
  items: z.array(z.object({ payload: z.object({ strokes: z.array(z.object({ id: z.string() })) }) })),
});

async function strokesOf(pair: Pair, deck: string): Promise<string[]> {
  const { items } = annotationsSchema.parse(JSON.parse(await pair.call(0, 'GET', `/api/decks/${deck}/annotations`)));
  return items.flatMap(({ payload }) => payload.strokes.map(({ id }) => id));
}

await using pair = await startPair({ people: 50, decks: 20 });
await idleStreams(pair);
await changesSeen(pair);
await drawAtOnce(pair);
