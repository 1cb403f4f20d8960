import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RenderLimits } from '../src/limits.ts';
import type { OwnRenderer } from '../src/start.ts';
import { allOf, browsersBelow, collect, pdfOf, serveSlides, startTestRenderer, UNANSWERED } from '../testing/index.ts';

const slide = (script: string): string => `<!doctype html><h1>A slide</h1><script>${script}</script>`;
const GOOD = '<!doctype html><h1>Good</h1>';

let renderer: OwnRenderer;
const start = async (limits: Partial<RenderLimits>) => {
  renderer = await startTestRenderer(limits);
};
afterAll(async () => renderer.stop());

/**
 * How long a slide may take in these tests, in milliseconds: three times as long as this machine takes for a whole job at the moment, the
 * start of a browser included, but at least five seconds.
 */
async function patience(): Promise<number> {
  const patient = await startTestRenderer({ slideMs: 600_000 });
  try {
    await using served = await serveSlides([GOOD]);
    const started = performance.now();
    await collect(patient, allOf(served.deck));
    return Math.max(5000, Math.ceil((performance.now() - started) * 3));
  } finally {
    await patient.stop();
  }
}

/** Renders a slide that is in order. */
async function nextJobRuns(): Promise<void> {
  await using served = await serveSlides([GOOD]);
  expect((await collect(renderer, allOf(served.deck))).pictures).toHaveLength(1);
}

describe('a slide that', () => {
  beforeAll(async () => start({ slideMs: await patience() }));

  it.each([
    [
      'never comes to rest',
      'setInterval(() => { document.body.style.background = "#" + Math.random().toString(16).slice(2, 8) }, 5)',
    ],
    ['opens dialogs', 'setInterval(() => { alert(1); confirm(2); prompt(3); print() }, 10)'],
    ['opens windows', 'setInterval(() => { open("about:blank"); open(location.href) }, 10)'],
    [
      'claims slides without end',
      'parent.postMessage({ lectern: "position", position: { index: 7, count: 100000, step: 9, canNext: true, canPrevious: true }, isSettled: true }, "*")',
    ],
    [
      'tries to download',
      'setInterval(() => { const a = document.createElement("a"); a.href = "data:application/zip,x"; a.download = "x.zip"; a.click() }, 50)',
    ],
  ])('%s is rendered, and so is the next one', async (_, script) => {
    await using served = await serveSlides([slide(script), GOOD]);
    const { pictures, failed } = await collect(renderer, allOf(served.deck));
    expect(failed).toEqual([]);
    // A slide that failed once is rendered again after the others.
    expect(new Set(pictures.map(({ index }) => index))).toEqual(new Set([0, 1]));
  });

  it('sends messages without end does not keep the next one from being rendered', async () => {
    const flood = 'setInterval(() => { for (let i = 0; i < 1000; i += 1) parent.postMessage({ lectern: "active", i }, "*") }, 1)';
    await using served = await serveSlides([slide(flood), GOOD]);
    const { pictures } = await collect(renderer, allOf(served.deck));
    expect(pictures.map(({ index }) => index)).toContain(1);
  });

  it.each([
    ['runs for ever', 'for (;;);', 'slide_timeout'],
    ['runs for ever later', 'addEventListener("load", () => setTimeout(() => { for (;;); }, 20))', 'slide_timeout'],
    ['goes to another address', 'location.href = "other.html"', 'left'],
    ['goes to another site', 'location.href = "https://elsewhere.example/"', 'left'],
  ])('%s fails alone', async (_, script, reason) => {
    await using served = await serveSlides([slide(script), GOOD]);
    const { pictures, failed } = await collect(renderer, allOf(served.deck));
    expect(failed).toEqual([{ type: 'failed', index: 0, inner: null, reason }]);
    expect(pictures.map(({ index }) => index)).toEqual([1]);
  });

  it('keeps its print from ever ending is a picture in a PDF, and the next one is printed', async () => {
    await using served = await serveSlides([slide('addEventListener("beforeprint", () => { for (;;); })'), GOOD]);
    const { events } = await pdfOf(renderer, served.deck);
    expect(events).toMatchObject([
      { type: 'page', index: 0, isPicture: true },
      { type: 'page', index: 1, isPicture: false },
    ]);
  });
});

it('a slide is captured as soon as it is known that no file of its video exists', async () => {
  // Waiting for it to the end would take longer than this test may.
  const patient = await startTestRenderer({ slideMs: 1_200_000, deckMs: 1_200_000 });
  onTestFinished(() => patient.stop());
  const sources = '<source src="missing.webm"><source src="missing.mp4" type="video/mp4">';
  await using served = await serveSlides([`<!doctype html><h1>A slide</h1><video controls preload="none">${sources}</video>`]);
  expect((await collect(patient, allOf(served.deck))).pictures).toHaveLength(1);
});

it('a slide with a picture that never arrives is captured without it, before its time is over', async () => {
  const patient = await startTestRenderer({ slideMs: 20_000 });
  onTestFinished(() => patient.stop());
  const script = `onload = () => document.body.append(Object.assign(new Image(), { src: '${UNANSWERED}' }))`;
  await using served = await serveSlides([slide(script), GOOD]);
  const { pictures, failed } = await collect(patient, allOf(served.deck));
  expect(failed).toEqual([]);
  // A slide that took too long would be the last one.
  expect(pictures.map(({ index }) => index)).toEqual([0, 1]);
});

it('a slide that took too long is rendered after the others', async () => {
  await using served = await serveSlides([slide('for (;;);'), GOOD, GOOD, GOOD]);
  const events: string[] = [];
  for await (const event of renderer.render(allOf(served.deck), new AbortController().signal)) {
    if (event.type !== 'picture' && event.type !== 'failed') continue;
    events.push(`${event.type} ${event.index}`);
    // By now the machine is less busy, which a slide without the loop stands for.
    served.replace('0.html', GOOD);
  }
  expect(events).toEqual(['picture 1', 'picture 2', 'picture 3', 'picture 0']);
});

it.each([
  ['that took too long', 'for (;;);'],
  ['that could not be printed in time', 'addEventListener("beforeprint", () => { for (;;); })'],
])('a slide %s is printed again', async (_, script) => {
  await using served = await serveSlides([slide(script), GOOD]);
  served.replaceLater('0.html', GOOD);
  const { events, pages } = await pdfOf(renderer, served.deck);
  expect(events.map((event) => event.type === 'page' && !event.isPicture)).toEqual([true, true]);
  expect(pages.map(({ text }) => text.trim())).toEqual(['Good', 'Good']);
});

it('of many slides that take too long only the first ones are tried again', async () => {
  await renderer.stop();
  await start({ slideMs: 400 });
  await using served = await serveSlides(Array.from({ length: 7 }, () => slide('for (;;);')));
  const { failed } = await collect(renderer, allOf(served.deck));
  expect(failed.map(({ index }) => index)).toEqual([5, 6, 0, 1, 2, 3, 4]);
});

describe('a deck that', () => {
  it('allocates without end is stopped, and the next job runs', async () => {
    await renderer.stop();
    await start({ memoryBytes: 700_000_000 });
    const hungry = slide('const all = []; setInterval(() => { all.push(new Uint8Array(50_000_000).fill(1)) }, 10)');
    await using served = await serveSlides([hungry, ...Array.from({ length: 50 }, () => hungry)]);
    await expect(collect(renderer, allOf(served.deck))).rejects.toMatchObject({ reason: 'memory' });
    await nextJobRuns();
  });

  it('has too many slides for its time is stopped, and the next job runs', async () => {
    await renderer.stop();
    await start({ deckMs: await patience() });
    await using served = await serveSlides(
      Array.from({ length: 500 }, () => slide('setInterval(() => { document.body.textContent += 1 }, 5)')),
    );
    await expect(collect(renderer, allOf(served.deck))).rejects.toMatchObject({ reason: 'deck_timeout' });
    await nextJobRuns();
  });

  it('makes too many bytes is stopped, and the next job runs', async () => {
    await renderer.stop();
    await start({ outputBytes: 10_000 });
    await using served = await serveSlides(
      Array.from({ length: 20 }, (_, at) => `<!doctype html><h1>${'Many words '.repeat(40)}${at}</h1>`),
    );
    await expect(collect(renderer, allOf(served.deck))).rejects.toMatchObject({ reason: 'too_large' });
    await nextJobRuns();
  });
});

describe('when a process dies', () => {
  /** Kills a process once the job has made its first picture. */
  async function killDuringJob(kill: () => Promise<void>): Promise<unknown> {
    await using served = await serveSlides(Array.from({ length: 500 }, () => GOOD));
    let pictures = 0;
    try {
      for await (const event of renderer.render(allOf(served.deck), new AbortController().signal)) {
        if (event.type === 'picture' && (pictures += 1) === 1) await kill();
      }
      return null;
    } catch (error) {
      return error;
    }
  }

  beforeAll(async () => {
    await renderer.stop();
    await start({});
  });

  it('the browser: the job fails, and the next one runs', async () => {
    const killBrowsers = async () => {
      // With their groups: the program may be a script that starts the browser.
      for (const pid of await browsersBelow(await renderer.pid())) process.kill(-pid, 'SIGKILL');
    };
    expect(await killDuringJob(killBrowsers)).toMatchObject({ name: 'RenderFailedError', reason: 'browser_ended' });
    await nextJobRuns();
  });

  it('the renderer: the job fails, its browser ends, and the next job runs', async () => {
    let browsers: number[] = [];
    const killed = await renderer.pid();
    const killRenderer = async () => {
      browsers = await browsersBelow(await renderer.pid());
      process.kill(await renderer.pid(), 'SIGKILL');
    };
    expect(await killDuringJob(killRenderer)).toMatchObject({ name: 'RenderFailedError', reason: 'renderer_ended' });
    expect(browsers.length).toBeGreaterThan(0);
    await expect.poll(() => browsers.filter(isAlive)).toEqual([]);
    await nextJobRuns();
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`deck-renderer-${killed}-`))).toEqual([]);
  });

  it('a job that is left ends its browser', async () => {
    await using served = await serveSlides(Array.from({ length: 500 }, () => GOOD));
    for await (const event of renderer.render(allOf(served.deck), new AbortController().signal))
      if (event.type === 'picture') break;
    await expect.poll(async () => browsersBelow(await renderer.pid())).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
