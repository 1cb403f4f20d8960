/** Watching decks, with two server processes: what an idle stream costs, how soon a change is seen, and a storm of ink. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Pair, startPair } from './support/pair.ts';
import { percentile } from './support/percentile.ts';
import { Watcher } from './support/watcher.ts';

const LIMITS = { idleMegabytes: 100, seenMilliseconds: 150, apiMilliseconds: 250 };
const IDLE_STREAMS = 1000;
const WATCHERS = 100;
const CHANGES = 100;
const DRAWERS = 20;
const STROKES_PER_SECOND = 200;
const STORM_SECONDS = 15;
/** Between two batches of one browser. */
const BATCH_MILLISECONDS = 100;
/** A slide holds 2,000 strokes. */
const INKED_SLIDES = 3;

function verdict(what: string, value: number, unit: string, limit: number): void {
  console.log(`${what}: ${value.toFixed(0)} ${unit} (at most ${limit})`);
  if (value > limit) process.exitCode = 1;
}

async function megabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const nthOf = <Value>(values: readonly Value[], nth: number): Value => {
  const value = values[nth % values.length];
  if (value === undefined) throw new Error('there are none');
  return value;
};

/** Opens streams on both servers, or on the first `servers` of them, and waits until each is told everything. */
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
  // What is loaded and compiled once is no stream's cost.
  await end(await watch(pair, WATCHERS, pair.decks, 1));
  await delay(2000);
  const before = await megabytesOf(pid);
  const watchers = await watch(pair, IDLE_STREAMS, pair.decks, 1);
  await delay(5000);
  verdict(`${IDLE_STREAMS} idle streams`, (await megabytesOf(pid)) - before, 'MB', LIMITS.idleMegabytes);
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
  console.log(
    `a change, sent until seen: median ${percentile(waits, 50).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
  );
  verdict(`a change, sent until seen by ${WATCHERS}, p99`, percentile(waits, 99), 'ms', LIMITS.seenMilliseconds);
  await end(watchers);
}

type Stroke = ReturnType<typeof aStroke>;

function aStroke() {
  const points = Array.from({ length: 40 }, (_, at) => [100 + at * 3.5, Math.round(2000 + Math.sin(at / 5) * 400) / 10, 0.5]);
  return { id: randomUUID(), tool: 'pen', color: '#d9542b', width: 4, points };
}

type Timed = <Result>(work: Promise<Result>) => Promise<Result>;

/** Somebody who draws, and whose browser sends what is drawn while the batch before is on its way. Returns the strokes' ids. */
async function draw(pair: Pair, nth: number, deck: string, timed: Timed): Promise<string[]> {
  const path = `/api/decks/${deck}/annotations/${nth % INKED_SLIDES}/strokes`;
  const drawn: string[] = [];
  let unsent: Stroke[] = [];
  const pen = setInterval(() => unsent.push(aStroke()), (1000 * DRAWERS) / STROKES_PER_SECOND);
  const until = performance.now() + STORM_SECONDS * 1000;
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

/** Somebody who only reads, meanwhile. */
async function read(pair: Pair, deck: string, timed: Timed): Promise<void> {
  for (let nth = 0; nth < STORM_SECONDS * 10; nth += 1) {
    await timed(pair.call(nth % 2, 'GET', nth % 4 < 2 ? `/api/decks/${deck}/notes` : '/api/decks'));
    await delay(100);
  }
}

async function storm(pair: Pair): Promise<void> {
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
  verdict('strokes lost', drawn.filter((id) => !kept.has(id)).length, 'strokes', 0);
  const wrong = seen.filter((ids) => ids.length !== drawn.length || new Set(ids).size !== ids.length).length;
  verdict(`of ${DRAWERS} who watched, not told of every stroke once`, wrong, 'people', 0);
  verdict('the API meanwhile, p99', percentile(waits, 99), 'ms', LIMITS.apiMilliseconds);
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
await storm(pair);
