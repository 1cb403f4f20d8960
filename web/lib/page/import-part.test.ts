import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importPart } from './import-part.ts';

/** What is read of an answer to `fetch`. */
interface Answer {
  readonly ok: boolean;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

/** The request of a script that has no answer yet. */
interface Request {
  readonly href: string;
  readonly settle: PromiseWithResolvers<Answer>;
}

let requests: Request[];
const events = vi.fn<(event: Event) => boolean>();
const answer = (ok: boolean, body = Promise.resolve(new ArrayBuffer())): Answer => ({ ok, arrayBuffer: () => body });

beforeEach(() => {
  requests = [];
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector.includes('named') ? {} : null) });
  vi.stubGlobal('window', { dispatchEvent: events });
  vi.stubGlobal('fetch', (href: string) => {
    const settle = Promise.withResolvers<Answer>();
    requests.push({ href, settle });
    return settle.promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  events.mockClear();
});

/** The next request, when it has been started. */
async function started() {
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  return requests.shift() as Request; // there is one
}

test('a part is imported when all of its files are there, each of which is fetched once', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'));
  const part = importPart(load, ['one.js', 'one-too.js', 'named.js']);
  (await started()).settle.resolve(answer(true));
  const last = await started();
  expect(load).not.toHaveBeenCalled();
  last.settle.resolve(answer(true));
  expect(await part).toBe('part');
  expect(await importPart(load, ['one.js'])).toBe('part');
  expect(requests).toEqual([]);
});

test.each([
  ['cannot be fetched', (request: Request) => request.settle.reject(new TypeError('Failed to fetch'))],
  ['is refused', (request: Request) => request.settle.resolve(answer(false))],
  [
    'does not arrive to its end',
    (request: Request) => request.settle.resolve(answer(true, Promise.reject(new TypeError('network error')))),
  ],
])(
  'a part of which a file %s is not imported, fails when all requests have ended, and can be imported later',
  async (how, fail) => {
    const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'));
    const files = [`${how}.js`, `${how} too.js`];
    const failed = vi.fn<(fault: unknown) => void>();
    const first = importPart(load, files).catch(failed);
    fail(await started());
    const other = await started();
    await new Promise((resolve) => setTimeout(resolve));
    expect(failed).not.toHaveBeenCalled();
    other.settle.resolve(answer(true));
    await first;
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining(`/${how}.js`) }));
    expect(events).toHaveBeenCalledOnce();
    expect(load).not.toHaveBeenCalled();

    const again = importPart(load, files);
    (await started()).settle.resolve(answer(true));
    expect(await again).toBe('part');
  },
);

test('a file that another part has asked for in vain is asked for again', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('part'));
  const first = importPart(load, ['shared.js']).catch(() => 'failed');
  const second = importPart(load, ['shared.js']);
  (await started()).settle.reject(new TypeError('Failed to fetch'));
  expect(await first).toBe('failed');
  (await started()).settle.resolve(answer(true));
  expect(await second).toBe('part');
});

test('a part in the same file is imported at once', async () => {
  expect(await importPart(() => Promise.resolve('part'))).toBe('part');
});
