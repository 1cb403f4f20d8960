import { RenderFailedError, type RenderEvent, RendererUnavailableError, type RenderRequest } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { directivesOf, Viewer } from '#server/playback/testing/viewer.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { settled } from '#server/testing/settled.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { PARTS_MAX } from './picture-work.ts';
import { ATTEMPTS_MAX, CLAIM_LOCK, RenderJobsRepo } from './render-jobs.repo.ts';
import { allSlides, aPicture, picturesIn, TestRenderer } from './testing/renderers.ts';
import { ended, jobOf, shownOf, slidesOf } from './testing/stored.ts';

/** Waits until the test lets it go on. */
function aGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('a new version', () => {
  it('is rendered, and its pictures are one blob', async () => {
    const renderer = new TestRenderer();
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner });
    const { blobKey } = await ended(lectern, currentVersionId);
    const size = 'RIFF....WEBPslides/1.html'.length;
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject([
      { index: 0, inner: null, steps: 0, width: 640, offset: 0, size },
      { index: 1, inner: null, steps: 0, width: 640, offset: size, size },
    ]);
    const { blobs } = await settled(lectern);
    expect(blobs).toHaveLength(2);
    expect(blobs).toContain(blobKey);
    expect(await shownOf(lectern, id)).toEqual({ shown: 2, hasPicture: true, inVersion: 2 });
    expect(renderer.requests).toMatchObject([
      { deck: { hasOwnRuntime: false, slideSelector: null }, pictures: 'all', width: 640, format: 'webp' },
    ]);

    const form = anUpload(await aPackage({ slides: 3 }));
    const second = await lectern.as(owner).send('POST', `/api/decks/${id}/versions`, form);
    await ended(lectern, deckDetailSchema.parse(second.body).currentVersionId);
    expect(await shownOf(lectern, id)).toEqual({ shown: 3, hasPicture: true, inVersion: 3 });
    await lectern.as(owner).post(`/api/decks/${id}/versions/${currentVersionId}/restore`);
    expect(await shownOf(lectern, id)).toEqual({ shown: 2, hasPicture: true, inVersion: 2 });

    await lectern.as(owner).delete(`/api/decks/${id}`);
    await lectern.as(owner).delete(`/api/trash/${id}`);
    expect((await lectern.leftovers()).blobs).toEqual([]);
  });

  it('counts slides inside documents, and stores only what can be a picture', async () => {
    async function* innerSlides(): AsyncGenerator<RenderEvent> {
      const slides = [0, 1, 2].map((inner) => ({ index: 0, inner, title: `  A\u0000 title\n${'x'.repeat(300)}`, name: null }));
      yield { type: 'slides', slides };
      yield { type: 'failed', index: 0, inner: 0, reason: 'slide_timeout' };
      yield aPicture(0, 1, '<script>', '<!doctype html>');
      yield aPicture(0, 7, 'of no slide');
      yield aPicture(0, 2, 'good');
      yield aPicture(0, 2, 'the same again');
      yield { type: 'done' };
    }
    const renderer = new TestRenderer(innerSlides);
    await using lectern = await startLectern({}, { renderer });
    const { id, currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
    const { blobKey } = await ended(lectern, currentVersionId);
    expect(renderer.requests.map(picturesIn)).toMatchObject([[], [{ index: 0, inner: 0 }]]);
    const title = `A title ${'x'.repeat(300)}`.slice(0, 256);
    const none = { index: 0, title, steps: null, width: null, offset: null, size: null };
    expect(await slidesOf(lectern, currentVersionId)).toEqual([
      { ...none, inner: 0 },
      { ...none, inner: 1 },
      { ...none, inner: 2, steps: 0, width: 640, offset: 0, size: 16 },
    ]);
    expect(await shownOf(lectern, id)).toEqual({ shown: 3, hasPicture: false, inVersion: 3 });
    expect((await lectern.leftovers()).blobs).toContain(blobKey);
  });

  it('loads nothing from other hosts, in its own network, until its job has ended', async () => {
    const gate = aGate();
    let request: RenderRequest | undefined;
    async function* waiting(asked: RenderRequest): AsyncGenerator<RenderEvent> {
      request = asked;
      await gate.opened;
      yield* allSlides(asked);
    }
    await using lectern = await startLectern(
      { TRUST_PROXY: '1', BASE_URL: 'http://decks.example', PLAYBACK_ORIGIN: 'http://{deck}.play.example' },
      { renderer: new TestRenderer(waiting) },
    );
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner });
    await new Viewer(lectern, { cookie: owner.cookie }).settle(id, { hosts: ['fonts.example'] });
    const { baseUrl } = (await eventually(() => request)).deck;
    const load = (headers = {}) => lectern.as(null).get(`${new URL(baseUrl).pathname}slides/1.html`, headers);
    const slide = await load();
    expect([slide.status, new URL(baseUrl).origin]).toEqual([200, lectern.address]);
    expect(directivesOf(slide)['connect-src']).toEqual([baseUrl, 'data:', 'blob:']);
    expect(slide.text).toContain(`src="${lectern.address}/play/bridge.js"`);
    for (const headers of [{ 'x-forwarded-for': '198.51.100.1' }, { host: 'decks.example' }, { host: 'x.play.example' }])
      expect((await load(headers)).status).toBe(404);
    // The application is still there, at the renderer's origin as well as at its own.
    for (const host of [new URL(lectern.address).host, 'decks.example'])
      expect((await lectern.as(null).get('/api/health', { host })).status).toBe(200);
    gate.open();
    await ended(lectern, currentVersionId);
    // The server forgets the address after the job is stored.
    await eventually(async () => (await load()).status === 404);
    expect(await lectern.database.sql`select from playback_grants where job_id is not null`).toHaveLength(0);
  });
});

describe('a deck that cannot be rendered', () => {
  it('is tried three times if it ends the renderer, and the pictures of the last attempt are kept', async () => {
    async function* crash({ deck }: RenderRequest): AsyncGenerator<RenderEvent> {
      yield { type: 'slides', slides: deck.slides.map((_slide, index) => ({ index, inner: null, title: '', name: null })) };
      yield aPicture(0, null, 'one');
      throw new RenderFailedError('browser_ended');
    }
    const renderer = new TestRenderer(crash);
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
    const job = await ended(lectern, currentVersionId, 'failed');
    expect([job.attempts, job.error, renderer.requests.length]).toEqual([ATTEMPTS_MAX, 'browser_ended', ATTEMPTS_MAX]);
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject([{ size: 15 }, { size: null }]);
    expect((await lectern.leftovers()).blobs).toHaveLength(2);
  });

  it.each(['deck_timeout', 'memory', 'too_large'] as const)(
    'is tried once if the deck alone is the cause: %s',
    async (reason) => {
      // oxlint-disable-next-line require-yield
      async function* fail(): AsyncGenerator<RenderEvent> {
        throw new RenderFailedError(reason);
      }
      const renderer = new TestRenderer(fail);
      await using lectern = await startLectern({}, { renderer });
      const { id, currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
      expect(await ended(lectern, currentVersionId, 'failed')).toMatchObject({ attempts: 1, error: reason, blobKey: null });
      expect(await shownOf(lectern, id)).toEqual({ shown: null, hasPicture: false, inVersion: null });
    },
  );

  it('keeps its attempts if the renderer is not available', async () => {
    // oxlint-disable-next-line require-yield
    async function* away(): AsyncGenerator<RenderEvent> {
      throw new RendererUnavailableError('There is no browser.');
    }
    const renderer = new TestRenderer(away);
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
    await eventually(() => lectern.logged.some((line) => line.includes('could not be rendered')));
    expect(await ended(lectern, currentVersionId, 'queued')).toMatchObject({ attempts: 0, error: null });
    expect(renderer.requests).toHaveLength(1);
  });

  it('gives back a job that was being claimed when the renderer was found to be away', async () => {
    const gate = aGate();
    // oxlint-disable-next-line require-yield
    const renderer = new TestRenderer(async function* away(): AsyncGenerator<RenderEvent> {
      await gate.opened;
      throw new RendererUnavailableError('There is no browser.');
    });
    await using lectern = await startLectern({}, { renderer });
    const { sql } = lectern.database;
    const owner = await lectern.aUser();
    await lectern.aDeck({ owner });
    await eventually(() => renderer.requests.length === 1);
    const claimed = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${CLAIM_LOCK})`;
      const { currentVersionId } = await lectern.aDeck({ owner });
      const waiting = () => sql`select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and (classid::bigint << 32) + objid::bigint = ${CLAIM_LOCK}::bigint and not granted`;
      await eventually(async () => (await waiting()).length === 1);
      gate.open();
      await eventually(() => lectern.logged.some((line) => line.includes('could not be rendered')));
      return currentVersionId;
    });
    await eventually(async () => {
      const [job] = await sql`select attempts from render_jobs
        where version_id = ${claimed} and state = 'queued' and started_at is not null`;
      return job?.['attempts'] === 0;
    });
    expect(renderer.requests).toHaveLength(1);
  });
});

describe('a deck that needs more time than a job has', () => {
  /** Renders so many slides, and then its time is over. */
  function ofSlides(most: number) {
    return new TestRenderer(async function* some(request): AsyncGenerator<RenderEvent> {
      let left = most;
      const places = picturesIn(request);
      if (places.length === 0) {
        const { slides } = request.deck;
        yield { type: 'slides', slides: slides.map((_slide, index) => ({ index, inner: null, title: `${index}`, name: null })) };
      }
      const indices = places.length > 0 ? places.map(({ index }) => index) : request.deck.slides.map((_slide, index) => index);
      for (const index of indices) {
        if (left === 0) throw new RenderFailedError('deck_timeout');
        left -= 1;
        yield aPicture(index, null, `slide ${index}`);
        yield { type: 'content', index, inner: null, notes: '', text: `text ${index}`, miniature: null };
      }
      yield { type: 'done' };
    });
  }

  it('is rendered in parts, other decks first, and has all pictures in one blob', async () => {
    const renderer = ofSlides(3);
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner, slides: 8 });
    const job = await ended(lectern, currentVersionId);
    expect(job).toMatchObject({ attempts: 1, error: null });
    expect(renderer.requests.map((request) => picturesIn(request).map(({ index }) => index))).toEqual([
      [],
      [3, 4, 5, 6, 7],
      [6, 7],
    ]);
    expect(renderer.requests.slice(1)).toMatchObject([{ withContent: true }, { withContent: true }]);
    const { sql } = lectern.database;
    expect(await sql`select title, content from rendered_slides order by position`).toEqual(
      Array.from({ length: 8 }, (_, at) => ({ title: `${at}`, content: `text ${at}` })),
    );
    for (const at of [0, 3, 7]) {
      const picture = await lectern.as(owner).get(`/api/decks/${id}/slides/${at}/picture`);
      expect([picture.status, picture.text]).toEqual([200, `RIFF....WEBPslide ${at}`]);
    }
    expect(await sql`select parts, slides_done as done, slides_total as total from render_jobs`).toMatchObject([
      { parts: 2, total: 8 },
    ]);
    // The blobs of earlier parts are deleted after the last one is stored.
    await eventually(async () => (await lectern.leftovers()).blobs.length === 2);
    expect((await lectern.leftovers()).blobs).toContain(job.blobKey);
  });

  it('waits for all other decks before it goes on', async () => {
    const gate = aGate();
    const sizes: number[] = [];
    const renderer = ofSlides(3);
    const waiting = new TestRenderer(async function* ordered(request, signal) {
      sizes.push(request.deck.slides.length);
      if (sizes.length === 1) await gate.opened;
      yield* renderer.render(request, signal);
    });
    await using lectern = await startLectern();
    const owner = await lectern.aUser();
    const long = await lectern.aDeck({ owner, slides: 5 });
    // The only job that may run beside it never ends.
    const other = await lectern.aDeck({ owner, slides: 1 });
    await lectern.database.sql`update render_jobs set state = 'running', holder = 'other', lease_until = now() + interval '1 hour'
      where version_id = ${other.currentVersionId}`;
    const settings = { DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir };
    await using _instance = await startLectern(settings, { renderer: waiting });
    await eventually(() => sizes.length === 1);
    for (const slides of [1, 2]) await lectern.aDeck({ owner, slides });
    gate.open();
    await ended(lectern, long.currentVersionId);
    expect(sizes).toEqual([5, 2, 1, 5]);
  });

  it('has so many parts at most, and keeps the pictures of all of them', async () => {
    const renderer = ofSlides(1);
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: PARTS_MAX + 2 });
    expect(await ended(lectern, currentVersionId, 'failed')).toMatchObject({ error: 'deck_timeout' });
    expect(renderer.requests).toHaveLength(PARTS_MAX);
    const pictured = (await slidesOf(lectern, currentVersionId)).filter(({ size }) => size !== null);
    expect(pictured).toHaveLength(PARTS_MAX);
  });

  it('ends when its third part makes no picture', async () => {
    let requests = 0;
    const first = ofSlides(2);
    const renderer = new TestRenderer(async function* stuck(request, signal) {
      requests += 1;
      if (requests === 1) yield* first.render(request, signal);
      else throw new RenderFailedError('deck_timeout');
    });
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser(), slides: 5 });
    expect(await ended(lectern, currentVersionId, 'failed')).toMatchObject({ error: 'deck_timeout' });
    expect(requests).toBe(3);
    expect(await slidesOf(lectern, currentVersionId)).toMatchObject([{ size: 19 }, { size: 19 }, { size: null }, {}, {}]);
  });
});

describe('the queue', () => {
  it('runs each job once, small and new decks first, at most two at a time on all instances', async () => {
    await using lectern = await startLectern();
    const owner = await lectern.aUser();
    const decks = [];
    for (const slides of [61, 1, 2, 3, 4]) decks.push(await lectern.aDeck({ owner, slides }));
    const { database, dataDir } = lectern;
    const counter = { running: 0, most: 0 };
    const renderers = [new TestRenderer(undefined, counter), new TestRenderer(undefined, counter)];
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    await using stack = new AsyncDisposableStack();
    for (const renderer of renderers) stack.use(await startLectern(settings, { renderer }));
    for (const { currentVersionId } of decks) await ended(lectern, currentVersionId);
    const slides = renderers.flatMap(({ requests }) => requests.map(({ deck }) => deck.slides.length));
    expect(slides.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 61]);
    expect(counter.most).toBeLessThanOrEqual(2);
    const order = await database.sql<{ slides: number }[]>`
      select slide_count as slides from render_jobs join versions on versions.id = version_id order by started_at, slide_count desc`;
    expect(order.map((row) => row.slides)).toEqual([4, 3, 2, 1, 61]);
  });

  it('gives out two jobs to any number of instances that ask at once, and none of decks in the trash', async () => {
    await using lectern = await startLectern();
    const owner = await lectern.aUser();
    const decks = [];
    for (const slides of [1, 2, 3]) decks.push(await lectern.aDeck({ owner, slides }));
    const claims = async () => {
      const repo = new RenderJobsRepo(lectern.database.db, () => Promise.resolve());
      const claimed = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((holder) => repo.claim(holder)));
      return claimed.filter((job) => job !== null);
    };
    const two = await claims();
    expect(new Set(two.map(({ id }) => id)).size).toBe(2);
    expect([two.length, (await claims()).length]).toEqual([2, 0]);
    await lectern.database.sql`update render_jobs set state = 'done', holder = null where state = 'running'`;
    await lectern.as(owner).delete(`/api/decks/${decks[0]?.id}`);
    expect(await claims()).toEqual([]);
  });

  it('takes over the job of a server that ended, and gives up a deck with which three servers have ended', async () => {
    const renderer = new TestRenderer();
    await using lectern = await startLectern();
    const { sql } = lectern.database;
    const owner = await lectern.aUser();
    const [first, second] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    await sql`update render_jobs set state = 'running', holder = 'one that ended', lease_until = now() - interval '1 second', attempts = 1`;
    await sql`update render_jobs set attempts = ${ATTEMPTS_MAX} where version_id = ${second.currentVersionId}`;
    await using _other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir }, { renderer });
    expect(await ended(lectern, first.currentVersionId)).toMatchObject({ attempts: 2, error: null });
    expect(await ended(lectern, second.currentVersionId, 'failed')).toMatchObject({ error: 'lost', blobKey: null });
    expect(renderer.requests).toHaveLength(1);
  });

  it('stores nothing of an attempt that has lost its job', async () => {
    const gate = aGate();
    const renderer = new TestRenderer(async function* late(request) {
      yield* allSlides(request);
      await gate.opened;
    });
    await using lectern = await startLectern({}, { renderer });
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
    await eventually(async () => (await jobOf(lectern, currentVersionId)).state === 'running');
    await lectern.database.sql`update render_jobs set holder = 'another'`;
    gate.open();
    await eventually(() => renderer.counter.running === 0);
    await eventually(async () => (await lectern.leftovers()).temporary.length === 0);
    expect(await jobOf(lectern, currentVersionId)).toMatchObject({ state: 'running', blobKey: null });
    await eventually(async () => (await lectern.leftovers()).blobs.length === 1);
    expect(await slidesOf(lectern, currentVersionId)).toHaveLength(0);
  });

  it('leaves out decks in the trash, and renders them when they are restored', async () => {
    const gate = aGate();
    const renderer = new TestRenderer(async function* late(request) {
      await gate.opened;
      yield* allSlides(request);
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner });
    await eventually(() => renderer.requests.length === 1);
    await lectern.as(owner).delete(`/api/decks/${id}`);
    gate.open();
    expect(await ended(lectern, currentVersionId, 'queued')).toMatchObject({ attempts: 0, blobKey: null });
    expect((await lectern.leftovers()).blobs).toHaveLength(1);
    await lectern.as(owner).post(`/api/trash/${id}/restore`);
    expect(await ended(lectern, currentVersionId)).toMatchObject({ attempts: 1 });
  });

  it('gives its jobs back when the server stops', async () => {
    const renderer = new TestRenderer(async function* until(_request, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      yield* [];
      signal.throwIfAborted();
    });
    await using lectern = await startLectern();
    const { currentVersionId } = await lectern.aDeck({ owner: await lectern.aUser() });
    {
      await using _other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir }, { renderer });
      await eventually(() => renderer.requests.length === 1);
    }
    expect(await jobOf(lectern, currentVersionId)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});
