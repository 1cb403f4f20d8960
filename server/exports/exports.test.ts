import { RenderFailedError, type RenderEvent, type RenderRequest } from 'deck-renderer';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { allSlides, aPicture, TestRenderer } from '#server/rendering/testing/renderers.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { type Export, exportSchema } from '#shared/exports.ts';
import { EXPORTS_KEPT_MAX, EXPORTS_KEPT_MAX_BYTES, EXPORTS_UNDER_WAY_MAX } from '#shared/limits.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isExport = (request: RenderRequest) => !('width' in request) || request.width === 1920;

/** A picture whose bytes are the signature of a PNG and a text. */
function aPng(index: number, text: string, { step = 0, steps = 0 }: { step?: number; steps?: number | null } = {}): RenderEvent {
  const bytes = Buffer.concat([PNG, Buffer.from(text)]);
  return { type: 'picture', index, inner: null, step, steps, width: 1920, height: 1080, format: 'png', bytes };
}

const slidesOf = ({ deck }: RenderRequest): RenderEvent => ({
  type: 'slides',
  slides: deck.slides.map((_slide, index) => ({ index, inner: null, title: '', name: null })),
});

/** Renders exports as a test says, and pictures as ever. */
const exporting = (render: TestRenderer['render']) =>
  new TestRenderer((request, signal) => (isExport(request) ? render(request, signal) : allSlides(request)));

/** Every slide has one picture. */
async function* onePictureEach(request: RenderRequest): AsyncGenerator<RenderEvent> {
  yield slidesOf(request);
  for (const [index, { file }] of request.deck.slides.entries()) yield aPng(index, file);
  yield { type: 'done' };
}

/** Waits after the first slide until the test lets it go on, or the job ends. */
function aGate() {
  const gate = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const renderer = exporting(async function* waiting(request, jobSignal) {
    signal = jobSignal;
    yield slidesOf(request);
    yield aPng(0, 'first');
    await Promise.race([gate.promise, new Promise((resolve) => jobSignal.addEventListener('abort', resolve, { once: true }))]);
    jobSignal.throwIfAborted();
    yield aPng(1, 'second');
    yield { type: 'done' };
  });
  return { renderer, open: () => gate.resolve(), isAborted: () => signal?.aborted === true };
}

const pathOf = ({ deckId, id }: Pick<Export, 'deckId' | 'id'>) => `/api/decks/${deckId}/exports/${id}`;
const asked = async (at: TestLectern, user: TestUser, deckId: string, options: object = {}): Promise<Export> => {
  const answer = await at.as(user).post(`/api/decks/${deckId}/exports`, { format: 'png', ...options });
  expect(answer.status, answer.text).toBe(202);
  return exportSchema.parse(answer.body);
};
const stateOf = async (at: TestLectern, user: TestUser, made: Export): Promise<Export> =>
  exportSchema.parse((await at.as(user).get(pathOf(made))).body);
const ended = (at: TestLectern, user: TestUser, made: Export, state: Export['state'] = 'done') =>
  eventually(async () => {
    const now = await stateOf(at, user, made);
    return now.state === state ? now : null;
  });
const filesIn = ({ bytes }: Answer) =>
  Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name, Buffer.from(content).subarray(PNG.length).toString()] as const,
  );
/** The blobs that are no packages and no pictures. */
const exportedBlobs = async (lectern: TestLectern) => {
  const { sql } = lectern.database;
  const others = await sql<{ key: string }[]>`
    select blob_key as key from versions union all select blob_key from render_jobs where kind = 'pictures' and blob_key is not null`;
  const known = new Set(others.map(({ key }) => key));
  return (await lectern.leftovers()).blobs.filter((key) => !known.has(key));
};

/** Pictures are stored before their row, so a blob of them can count as an export for a moment. */
const noExportedBlob = (lectern: TestLectern) => eventually(async () => (await exportedBlobs(lectern)).length === 0);

/** For tests of exports that are done. */
const common = await aLectern({}, { renderer: exporting(onePictureEach) });

describe('an export of pictures', () => {
  it('is a zip archive with a picture of every slide', async () => {
    const renderer = exporting(onePictureEach);
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const deck = await lectern.aDeck({ owner, title: 'Figures', slides: 3 });
    const made = await asked(lectern, owner, deck.id);
    expect(made).toMatchObject({
      deckId: deck.id,
      versionId: deck.currentVersionId,
      format: 'png',
      steps: 'last',
      state: 'queued',
    });
    expect(made).toMatchObject({ progress: { done: 0, of: null }, fileUrl: null, sizeBytes: null, error: null });
    const done = await ended(lectern, owner, made);
    expect(done).toMatchObject({ progress: { done: 3, of: 3 }, missingSlides: 0, fileUrl: `${pathOf(made)}/file` });
    const answer = await lectern.as(owner).get(`${pathOf(made)}/file`);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'cache-control': 'private, no-store',
        'content-length': String(done.sizeBytes),
      },
    });
    expect(answer.headers['content-disposition']).toBe('attachment; filename=Figures.zip');
    expect(answer.headers.etag).toBeUndefined();
    expect(filesIn(answer)).toEqual([
      ['001.png', 'slides/1.html'],
      ['002.png', 'slides/2.html'],
      ['003.png', 'slides/3.html'],
    ]);
    // The job for the pictures of the deck has files of its own for a moment.
    await eventually(async () => (await lectern.leftovers()).temporary.length === 0);
  });

  it('has all steps of each slide in their order, if that was asked for', async () => {
    const renderer = exporting(async function* withSteps(request) {
      if ('pictures' in request && request.pictures !== 'all') {
        for (const { index, step } of request.pictures)
          yield aPng(index, `${index} at ${step}`, { step: Number(step), steps: null });
      } else {
        yield slidesOf(request);
        yield aPng(0, '0 at its end', { step: 2, steps: 2 });
        yield aPng(1, '1');
      }
      yield { type: 'done' };
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const done = await ended(lectern, owner, await asked(lectern, owner, id, { steps: 'all' }));
    expect(done.progress).toEqual({ done: 2, of: 2 });
    expect(new Map(filesIn(await lectern.as(owner).get(done.fileUrl ?? '')))).toEqual(
      new Map([
        ['001-00.png', '0 at 0'],
        ['001-01.png', '0 at 1'],
        ['001-02.png', '0 at its end'],
        ['002.png', '1'],
      ]),
    );
  });

  it('asks for the drawings of the version, also on the steps before the last one', async () => {
    const asks: RenderRequest[] = [];
    const renderer = exporting(async function* withNames(request) {
      asks.push(request);
      if ('pictures' in request && request.pictures === 'all') {
        yield { type: 'slides', slides: [0, 1].map((inner) => ({ index: 0, inner, title: '', name: `id:${inner}` })) };
        for (const inner of [0, 1]) yield { ...aPicture(0, inner, '', PNG), width: 1920, format: 'png', steps: inner };
      }
      yield { type: 'done' };
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, slides: 1 });
    const stroke = { id: 'one', tool: 'pen', color: 'red', width: 4, points: [[1, 2]], inner: 'id:1' };
    await lectern.as(owner).post(`/api/decks/${id}/annotations/0/strokes`, { add: [stroke] });
    await ended(lectern, owner, await asked(lectern, owner, id, { steps: 'all', drawings: true }));
    const svg = expect.stringContaining('<svg');
    expect(asks).toMatchObject([
      { pictures: 'all', drawings: [{ index: 0, inner: 'id:1', svg }] },
      { pictures: [{ index: 0, inner: 1, step: 0 }], drawings: [{ index: 0, inner: 1, svg }] },
    ]);
    asks.length = 0;
    await ended(lectern, owner, await asked(lectern, owner, id));
    expect(asks).toMatchObject([{ drawings: [] }]);
  });

  it('stores only PNGs of the deck’s slides, each once, and says how many slides are missing', async () => {
    const renderer = exporting(async function* unruly(request) {
      yield slidesOf(request);
      yield { type: 'failed', index: 0, inner: null, reason: 'slide_timeout' };
      yield aPng(7, 'of no slide');
      yield aPicture(1, null, 'a WebP');
      yield aPng(2, 'good');
      yield aPng(2, 'the same again');
      yield { type: 'done' };
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, slides: 3 });
    const done = await ended(lectern, owner, await asked(lectern, owner, id));
    expect(done).toMatchObject({ missingSlides: 2, progress: { done: 3, of: 3 } });
    expect(filesIn(await lectern.as(owner).get(done.fileUrl ?? ''))).toEqual([['003.png', 'good']]);
  });

  it.each([
    ['deck_timeout', 'timeout', 1],
    ['memory', 'too_large', 1],
    ['browser_ended', 'crashed', 3],
  ] as const)('fails if rendering ends early, and has no file: %s', async (reason, error, attempts) => {
    const renderer = exporting(async function* failing(request) {
      yield slidesOf(request);
      yield aPng(0, 'one of two');
      throw new RenderFailedError(reason);
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const made = await asked(lectern, owner, (await lectern.aDeck({ owner })).id);
    expect(await ended(lectern, owner, made, 'failed')).toMatchObject({ error, fileUrl: null, sizeBytes: null });
    expect(renderer.requests.filter(isExport)).toHaveLength(attempts);
    expectRefusal(await lectern.as(owner).get(`${pathOf(made)}/file`), 'EXPORT_NOT_READY');
    await noExportedBlob(lectern);
  });

  it('fails if no slide can be shown', async () => {
    const renderer = exporting(async function* nothing(request) {
      yield slidesOf(request);
      for (const index of [0, 1]) yield { type: 'failed', index, inner: null, reason: 'not_loaded' };
      yield { type: 'done' };
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const made = await asked(lectern, owner, (await lectern.aDeck({ owner })).id);
    expect(await ended(lectern, owner, made, 'failed')).toMatchObject({ error: 'nothing_shown', missingSlides: 2 });
  });
});

describe('an export of a deck that has not reported its slides in time', () => {
  it.each(['png', 'pdf'])('is made again: %s', async (format) => {
    let attempts = 0;
    const renderer = exporting(async function* late(request) {
      attempts += 1;
      const isGuess = attempts === 1;
      const inners = isGuess ? [null] : [0, 1];
      const slides = inners.map((inner) => ({ index: 0, inner, title: '', name: null }));
      yield { type: 'slides', slides, isGuess };
      if ('pdf' in request) {
        for (const inner of inners) yield { type: 'page', index: 0, inner, step: 0, isPicture: false };
        const file = Buffer.from(`%PDF-1.7 of attempt ${attempts}`);
        yield { type: 'document', size: file.length, bytes: file, pages: inners.length };
      } else for (const inner of inners) yield { ...aPng(0, `of attempt ${attempts}`), inner };
      yield { type: 'done' };
    });
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, slides: 1 });
    const done = await ended(lectern, owner, await asked(lectern, owner, id, { format }));
    const { text, bytes } = await lectern.as(owner).get(done.fileUrl ?? '');
    if (format === 'pdf') expect(text).toContain('of attempt 2');
    else expect(Object.keys(unzipSync(bytes))).toEqual(['001.png', '002.png']);
    expect(attempts).toBe(2);
  });
});

describe('while an export is made', () => {
  it('its progress can be seen, and there is no file yet', async () => {
    const { renderer, open } = aGate();
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const made = await asked(lectern, owner, (await lectern.aDeck({ owner })).id);
    await eventually(async () => (await stateOf(lectern, owner, made)).progress.done === 1);
    expect(await stateOf(lectern, owner, made)).toMatchObject({ state: 'running', progress: { done: 1, of: 2 }, fileUrl: null });
    expectRefusal(await lectern.as(owner).get(`${pathOf(made)}/file`), 'EXPORT_NOT_READY');
    open();
    await ended(lectern, owner, made);
  });

  it('cancelling it ends the renderer’s job at once and leaves nothing', async () => {
    const { renderer, isAborted } = aGate();
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const made = await asked(lectern, owner, (await lectern.aDeck({ owner })).id);
    await eventually(async () => (await stateOf(lectern, owner, made)).progress.done === 1);
    expect((await lectern.as(owner).delete(pathOf(made))).status).toBe(204);
    await eventually(isAborted);
    for (const path of [pathOf(made), `${pathOf(made)}/file`])
      expectRefusal(await lectern.as(owner).get(path), 'EXPORT_NOT_FOUND');
    expectRefusal(await lectern.as(owner).delete(pathOf(made)), 'EXPORT_NOT_FOUND');
    await eventually(async () => (await lectern.leftovers()).temporary.length === 0);
    await noExportedBlob(lectern);
    const { sql } = lectern.database;
    expect(await sql`select from render_jobs where kind = 'export'`).toHaveLength(0);
    expect(await sql`select from playback_grants where job_id is not null`).toHaveLength(0);
    expect(lectern.logged.filter((line) => line.includes('could not be rendered'))).toEqual([]);
  });

  it('another one waits for its turn: at most two jobs run at once, and each once, on all instances', async () => {
    const counter = { running: 0, most: 0 };
    await using lectern = await startLectern({}, { renderer: 'starting' });
    const people = [await lectern.aUser(), await lectern.aUser()];
    const made: [TestUser, Export][] = [];
    for (const owner of people) {
      const { id } = await lectern.aDeck({ owner });
      for (let count = 0; count < EXPORTS_UNDER_WAY_MAX; count += 1) made.push([owner, await asked(lectern, owner, id)]);
    }
    const { database, dataDir } = lectern;
    const renderers = [new TestRenderer(onePictureEach, counter), new TestRenderer(onePictureEach, counter)];
    await using stack = new AsyncDisposableStack();
    for (const renderer of renderers)
      stack.use(await startLectern({ DATABASE_URL: database.url, DATA_DIR: dataDir }, { renderer }));
    for (const [owner, each] of made) await ended(lectern, owner, each);
    expect(counter.most).toBeLessThanOrEqual(2);
    expect(renderers.flatMap(({ requests }) => requests.filter(isExport))).toHaveLength(made.length);
  });
});

describe('the rights to an export', () => {
  it('are those of the user who asked for it, as long as they may read the deck', async () => {
    await using lectern = await startLectern({}, { renderer: exporting(onePictureEach) });
    const [owner, reader, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const made = await ended(lectern, reader, await asked(lectern, reader, id));
    const file = `${pathOf(made)}/file`;
    expect((await lectern.as(reader).get(file)).status).toBe(200);
    for (const other of [owner, admin]) {
      for (const path of [pathOf(made), file]) expectRefusal(await lectern.as(other).get(path), 'EXPORT_NOT_FOUND');
      expectRefusal(await lectern.as(other).delete(pathOf(made)), 'EXPORT_NOT_FOUND');
    }
    const elsewhere = await lectern.aDeck({ owner: reader });
    expectRefusal(await lectern.as(reader).get(`/api/decks/${elsewhere.id}/exports/${made.id}/file`), 'EXPORT_NOT_FOUND');
    await lectern.as(owner).patch(`/api/decks/${id}`, { visibility: 'private' });
    for (const path of [pathOf(made), file]) expectRefusal(await lectern.as(reader).get(path), 'DECK_NOT_FOUND');
    expectRefusal(await lectern.as(null).get(file), 'UNAUTHENTICATED');
  });

  it('are checked when it is done: without them nothing is kept', async () => {
    const { renderer, open } = aGate();
    await using lectern = await startLectern({}, { renderer });
    const { sql } = lectern.database;
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const made = await asked(lectern, reader, id);
    await eventually(async () => (await stateOf(lectern, reader, made)).progress.done === 1);
    await lectern.as(owner).patch(`/api/decks/${id}`, { visibility: 'private' });
    open();
    await eventually(async () => (await sql`select from exports`).length === 0);
    await noExportedBlob(lectern);
    expect(await sql`select from render_jobs where kind = 'export'`).toHaveLength(0);
  });

  it('are checked before it is rendered', async () => {
    await using lectern = await startLectern({}, { renderer: 'starting' });
    const { sql, url } = lectern.database;
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    await asked(lectern, reader, id);
    await lectern.as(owner).patch(`/api/decks/${id}`, { visibility: 'private' });
    const renderer = exporting(onePictureEach);
    await using _other = await startLectern({ DATABASE_URL: url, DATA_DIR: lectern.dataDir }, { renderer });
    await eventually(async () => (await sql`select from exports`).length === 0);
    expect(renderer.requests.filter(isExport)).toEqual([]);
  });
});

describe('an export is removed', () => {
  it('with its deck', async () => {
    const lectern = common;
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const done = await ended(lectern, owner, await asked(lectern, owner, id));
    await lectern.as(owner).delete(`/api/decks/${id}`);
    expectRefusal(await lectern.as(owner).get(done.fileUrl ?? ''), 'DECK_NOT_FOUND');
    expect((await lectern.as(owner).delete(`/api/trash/${id}`)).status).toBe(204);
    await noExportedBlob(lectern);
    expect(await lectern.database.sql`select from exports`).toHaveLength(0);
  });

  it('when its time is over, or its user was removed', async () => {
    const lectern = common;
    const { sql, url } = lectern.database;
    const [owner, leaving, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const [old, theirs, kept] = [
      await ended(lectern, owner, await asked(lectern, owner, id)),
      await ended(lectern, leaving, await asked(lectern, leaving, id)),
      await ended(lectern, owner, await asked(lectern, owner, id)),
    ];
    await sql`update exports set expires_at = now() where id = ${old.id}`;
    expectRefusal(await lectern.as(owner).get(old.fileUrl ?? ''), 'EXPORT_NOT_FOUND');
    await lectern.as(admin).delete(`/api/admin/users/${leaving.id}`);
    await using _other = await startLectern({ DATABASE_URL: url, DATA_DIR: lectern.dataDir });
    await eventually(async () => (await exportedBlobs(lectern)).length === 1);
    expect(await sql`select id from exports where id in (${old.id}, ${theirs.id}, ${kept.id})`).toEqual([{ id: kept.id }]);
    expect((await lectern.as(owner).get(kept.fileUrl ?? '')).status).toBe(200);
  });

  it('when a new one begins and there are too many, or they are too large', async () => {
    const lectern = common;
    const { sql } = lectern.database;
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const made: Export[] = [];
    for (let count = 0; count <= EXPORTS_KEPT_MAX; count += 1)
      made.push(await ended(lectern, owner, await asked(lectern, owner, id)));
    const left = async () =>
      (await sql<{ id: string }[]>`select id from exports where user_id = ${owner.id}`).map((row) => row.id);
    expect((await left()).toSorted()).toEqual(
      made
        .slice(1)
        .map((each) => each.id)
        .toSorted(),
    );
    await sql`update exports set size_bytes = ${EXPORTS_KEPT_MAX_BYTES} where id = ${made[10]?.id ?? ''}`;
    const last = await ended(lectern, owner, await asked(lectern, owner, id));
    expect((await left()).toSorted()).toEqual([...made.slice(11), last].map((each) => each.id).toSorted());
    const files = await sql`select from render_jobs where kind = 'export' and blob_key is not null`;
    await eventually(async () => (await exportedBlobs(lectern)).length === files.length);
  });
});

describe('an export is refused', () => {
  it('beyond the number that may be under way, even with simultaneous requests', async () => {
    await using lectern = await startLectern({}, { renderer: 'starting' });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const ask = () => lectern.as(owner).post(`/api/decks/${id}/exports`, { format: 'png' });
    const answers = await Promise.all(Array.from({ length: EXPORTS_UNDER_WAY_MAX + 2 }, ask));
    const [accepted, refused] = [answers.filter(({ status }) => status === 202), answers.filter(({ status }) => status !== 202)];
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect(expectRefusal(answer, 'LIMIT_REACHED')).toEqual({ limit: EXPORTS_UNDER_WAY_MAX });
    await lectern.as(owner).delete(pathOf(exportSchema.parse(accepted[0]?.body)));
    expect((await ask()).status).toBe(202);
  });

  it('without a renderer', async () => {
    await using lectern = await startLectern();
    const owner = await lectern.aUser();
    const answer = await lectern.as(owner).post(`/api/decks/${(await lectern.aDeck({ owner })).id}/exports`, { format: 'png' });
    expectRefusal(answer, 'NO_RENDERER');
    expect(answer.text).toContain('RENDERER_BROWSER');
  });
});
