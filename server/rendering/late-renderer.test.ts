import { type Renderer, RendererUnavailableError } from 'deck-renderer';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { startLectern } from '#server/testing/lectern.ts';
import { healthReportSchema } from '#shared/health.ts';
import { LateRenderer } from './late-renderer.ts';
import { allSlides, TestRenderer } from './testing/renderers.ts';

const log = pino({ level: 'silent' });
const works: Renderer = {
  check: () => Promise.resolve({ browser: 'a test' }),
  render: allSlides,
  stop: () => Promise.resolve(),
};
const REQUEST = {
  deck: {
    baseUrl: 'http://127.0.0.1:9/',
    slides: [{ file: '1.html', label: null }],
    dimensions: { width: 1, height: 1 },
    hasOwnRuntime: false,
    slideSelector: null,
  },
  pictures: 'all',
  width: 640,
  format: 'webp',
} as const;

describe('a renderer', () => {
  it('is off if there is none, and health says so', async () => {
    await using lectern = await startLectern();
    expect(healthReportSchema.parse((await lectern.as(null).get('/api/health')).body).renderer).toBe('off');
  });

  it('does not delay the start, and is ready when it has started', async () => {
    const opened = Promise.withResolvers<Renderer>();
    const late = new LateRenderer(() => opened.promise, log);
    const ready = Promise.withResolvers<void>();
    late.start(ready.resolve);
    expect(late.facts).toEqual({ state: 'starting', browser: null });
    await expect(Array.fromAsync(late.render(REQUEST, new AbortController().signal))).rejects.toThrow(RendererUnavailableError);
    opened.resolve(works);
    await ready.promise;
    expect(late.facts).toEqual({ state: 'ready', browser: 'a test' });
    await late.stop();
  });

  it('is unavailable while it does not work, and the server works without it', async () => {
    const late = new LateRenderer(() => Promise.reject(new RendererUnavailableError('There is no browser.')), log);
    late.start(() => expect.fail('it does not work'));
    await eventually(() => late.facts.state === 'unavailable');
    await late.stop();
  });

  it('is stopped with the server, also one that does not answer', async () => {
    const [stopped, asked]: [string[], PromiseWithResolvers<void>] = [[], Promise.withResolvers()];
    const silent = { ...works, stop: async () => void stopped.push('renderer') };
    const check: Renderer['check'] = (signal) =>
      new Promise((_resolve, reject) => {
        asked.resolve();
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
    const late = new LateRenderer(() => Promise.resolve({ ...silent, check }), log);
    late.start(() => expect.fail('it does not answer'));
    await asked.promise;
    await late.stop();
    expect(stopped).toEqual(['renderer']);
  });

  it('is ready again after a job has succeeded', async () => {
    let isAway = true;
    const renderer = new TestRenderer(async function* sometimes(request) {
      if (isAway) throw new RendererUnavailableError('Its browser is being updated.');
      yield* allSlides(request);
    });
    const render: Renderer['render'] = (request, signal) => renderer.render(request, signal);
    const late = new LateRenderer(() => Promise.resolve({ ...works, render }), log);
    late.start(() => undefined);
    await eventually(() => late.facts.state === 'ready');
    const run = () =>
      Array.fromAsync(late.render({ ...REQUEST, deck: { ...REQUEST.deck, slides: [] } }, new AbortController().signal));
    await expect(run()).rejects.toThrow(RendererUnavailableError);
    expect(late.facts.state).toBe('unavailable');
    isAway = false;
    await run();
    expect(late.facts.state).toBe('ready');
    await late.stop();
  });
});
