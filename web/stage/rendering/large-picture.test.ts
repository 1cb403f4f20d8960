import { afterEach, expect, it, vi } from 'vitest';
import { loadPicture } from './large-picture.ts';

const ADDRESS = '/api/decks/a/slides/0/picture';

/** The server answers with one status after the other. The last one is repeated. */
function answering(...statuses: number[]) {
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const status = statuses[Math.min(asked, statuses.length - 1)] ?? 500;
    asked += 1;
    return Promise.resolve(new Response('a picture', { status, headers: { 'Retry-After': '1' } }));
  });
  return { asked: () => asked };
}
afterEach(() => vi.restoreAllMocks());

const load = (signal = new AbortController().signal) => loadPicture(ADDRESS, signal);

it('a picture that is not ready is asked for again when the server says', async () => {
  const { asked } = answering(503, 503, 200);
  const start = performance.now();
  const address = await load();
  expect(address).toMatch(/^blob:/);
  expect(asked()).toBe(3);
  expect(performance.now() - start).toBeGreaterThanOrEqual(1900);
});

it('a picture that does not exist is asked for once', async () => {
  const { asked } = answering(404);
  expect(await load()).toBeNull();
  expect(asked()).toBe(1);
});

it('a picture that is never ready is given up', async () => {
  const { asked } = answering(503);
  expect(await load()).toBeNull();
  expect(asked()).toBeLessThan(10);
});

it('nothing is asked for after the picture is not needed any more', async () => {
  const { asked } = answering(503);
  const stop = new AbortController();
  const loading = load(stop.signal);
  await expect.poll(asked).toBe(1);
  stop.abort(new Error('not needed'));
  await expect(loading).rejects.toThrow('not needed');
  expect(asked()).toBe(1);
});
