/**
 * Measures the renderer: the seconds until a deck of 20 slides of each kind has its pictures, the memory of the renderer with its browser, and
 * how much longer the API takes while two decks are rendered, compared with the same server at rest in the same run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOfTree, servePackage, startTestRenderer } from 'deck-renderer/testing';
import { findBrowser } from '#e2e/support/browser.ts';
import { plainDeck } from '#e2e/support/decks.ts';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import * as real from '#e2e/support/real-decks.ts';
import { deckListSchema } from '#shared/decks.ts';
import { type Headers, signedIn, upload } from './support/bench-user.ts';
import { median, percentile } from './support/statistics.ts';

const SLIDES = 20;
const KINDS = {
  'reveal.js': real.revealDeck,
  'impress.js': real.impressDeck,
  Slidev: real.slidevDeck,
  Marp: real.marpDeck,
  remark: real.remarkDeck,
  'single HTML': real.scrollingDeck,
  plain: () => plainDeck({ slides: Array.from({ length: SLIDES }, (_, at) => `<h1>Slide ${at + 1}</h1><p>Some words</p>`) }),
};
const MEMORY_EVERY_MS = 100;
/** Time between two requests to the API. */
const PAUSE_MS = 20;
const REST_MS = 15_000;
/** Two are rendered at a time. */
const DECKS = 4;

type TestRenderer = Awaited<ReturnType<typeof startTestRenderer>>;

/** Renders a deck. The times are in seconds since the request. */
async function render(renderer: TestRenderer, bytes: Buffer): Promise<{ times: number[]; bytes: number[]; megabytes: number }> {
  await using served = await servePackage(bytes);
  const sizes: number[] = [];
  const times: number[] = [];
  let most = 0;
  const pid = await renderer.pid();
  const sample = setInterval(() => void (most = Math.max(most, memoryOfTree(pid) ?? 0)), MEMORY_EVERY_MS);
  const start = performance.now();
  const request = { deck: served.deck, pictures: 'all', width: 640, format: 'webp' } as const;
  for await (const event of renderer.render(request, new AbortController().signal)) {
    if (event.type !== 'picture') continue;
    times.push((performance.now() - start) / 1000);
    sizes.push(event.bytes.length);
  }
  clearInterval(sample);
  return { times, bytes: sizes, megabytes: most / 1_000_000 };
}

/** The seconds until the last of 20 pictures. For decks with fewer slides, the others take as long as those after the first. */
function secondsFor20(times: readonly number[]): number {
  const [first = 0] = times;
  const last = times[SLIDES - 1];
  if (last !== undefined) return last;
  return first + ((SLIDES - 1) * ((times.at(-1) ?? first) - first)) / Math.max(1, times.length - 1);
}

async function kinds(): Promise<void> {
  const renderer = await startTestRenderer({ deckMs: 600_000 });
  for (const [name, pack] of Object.entries(KINDS)) {
    const { times, bytes, megabytes } = await render(renderer, await pack());
    const [first = 0] = times;
    const kilobytes = (value: number): string => (value / 1000).toFixed(0);
    console.log(
      `${name}: ${secondsFor20(times).toFixed(1)} s for ${SLIDES} slides (the first after ${first.toFixed(1)} s; measured: ${times.length} slides), ` +
        `${megabytes.toFixed(0)} MB, pictures of ${kilobytes(median(bytes))} kB, at most ${kilobytes(Math.max(...bytes))} kB`,
    );
  }
  await renderer.stop();
}

/** The times of requests to the API in milliseconds, one after the other, until `isOver`. */
async function timesOfApi(lectern: Lectern, headers: Headers, isOver: (reply: unknown) => boolean): Promise<number[]> {
  const times: number[] = [];
  for (;;) {
    const start = performance.now();
    const response = await fetch(`${lectern.origin}/api/decks?limit=100`, { headers });
    const reply: unknown = await response.json();
    times.push(performance.now() - start);
    if (!response.ok) throw new Error(`The list of decks was refused: ${JSON.stringify(reply)}`);
    if (isOver(reply)) return times;
    await delay(PAUSE_MS);
  }
}

async function effectOnApi(folder: string): Promise<void> {
  const { executablePath } = await findBrowser();
  await using lectern = await startLectern({ LOG_LEVEL: 'warn', RENDERER_BROWSER: executablePath });
  const headers = await signedIn(lectern);
  const file = join(folder, 'deck.stage');
  await writeFile(file, await KINDS['reveal.js']());
  const isRendered = (reply: unknown): boolean =>
    deckListSchema.parse(reply).items.every(({ shownSlideCount }) => shownSlideCount !== null);
  // The first one starts the renderer and compiles what requests need.
  await upload(lectern, headers, file);
  await timesOfApi(lectern, headers, isRendered);
  const timesAtRest = async (): Promise<number[]> => {
    const end = performance.now() + REST_MS;
    return timesOfApi(lectern, headers, () => performance.now() > end);
  };
  const resting = await timesAtRest();
  for (let nth = 0; nth < DECKS; nth += 1) await upload(lectern, headers, file);
  const rendering = await timesOfApi(lectern, headers, isRendered);
  // Before and after, because other work on the machine comes and goes.
  resting.push(...(await timesAtRest()));
  for (const percent of [50, 99]) {
    const [before, during] = [percentile(resting, percent), percentile(rendering, percent)];
    const name = percent === 50 ? 'median' : `p${percent}`;
    console.log(
      `list of decks, ${name}: ${before.toFixed(1)} ms at rest, ${during.toFixed(1)} ms while decks are rendered: ${(during / before).toFixed(1)} times`,
    );
  }
  console.log(`requests: ${resting.length} at rest, ${rendering.length} while ${DECKS} decks were rendered, two at a time`);
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  await kinds();
  await effectOnApi(folder);
} finally {
  await rm(folder, { recursive: true });
}
