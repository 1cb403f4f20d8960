import type { RenderEvent, RenderRequest } from 'deck-renderer';
import { MINIATURE_COLUMNS } from 'deck-renderer';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { aPicture, TestRenderer } from '#server/rendering/testing/renderers.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { CALLER_HEADER, type LoggedStatement, StatementLog } from '#server/testing/statement-log.ts';
import { type Comparison, comparisonSchema } from '#shared/comparison.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import { SLIDES_SHOWN_MAX } from '#shared/limits.ts';
import { type ListedVersion, versionListSchema } from '#shared/versions.ts';

/** The bytes of a row of a miniature. */
const ROW = MINIATURE_COLUMNS * 3;

/** Slides of one document as `name=text`; a text that ends with `*` looks different. */
type Inner = readonly string[];

/** A package whose only document is the list of its slides. */
const documentOf = (...slides: Inner) =>
  aPackage({
    architecture: 'single-file-html',
    slides: [{ file: 'index.html' }],
    files: { 'index.html': `<!doctype html><p>${slides.join('|')}` },
  });

const plainOf = (...slides: string[]) =>
  aPackage({
    slides: slides.map((text) => ({ file: `${text[0]}.html`, id: text[0] ?? '', label: `Slide ${text[0]}` })),
    files: Object.fromEntries(slides.map((text) => [`${text[0]}.html`, `<!doctype html><p>${text}`])),
  });

/** Finds the slides that `documentOf` wrote. */
async function* innerSlides({ deck }: RenderRequest): AsyncGenerator<RenderEvent> {
  const html = await (await fetch(`${deck.baseUrl}index.html`)).text();
  const slides = (/<p>(.*)$/u.exec(html)?.[1] ?? '').split('|').map((slide) => slide.split('='));
  yield {
    type: 'slides',
    slides: slides.map(([name = ''], inner) => ({ index: 0, inner, title: `Title ${name}`, name: `id:${name}` })),
  };
  for (const [inner, [, text = '']] of slides.entries()) {
    yield aPicture(0, inner, text);
    const cells = Buffer.alloc(MINIATURE_COLUMNS * 36 * 3, 255);
    if (text.endsWith('*')) cells.fill(0, 0, (MINIATURE_COLUMNS / 2) * 3);
    yield { type: 'content', index: 0, inner, notes: '', text: text.replace('*', ''), miniature: cells.toString('base64') };
  }
  yield { type: 'done' };
}

class Author {
  readonly lectern: TestLectern;
  readonly owner: Awaited<ReturnType<TestLectern['aUser']>>;

  private constructor(lectern: TestLectern, owner: Author['owner']) {
    this.lectern = lectern;
    this.owner = owner;
  }

  static async at(lectern: TestLectern): Promise<Author> {
    return new Author(lectern, await lectern.aUser());
  }

  /** Uploads a deck, or a version of one. */
  async upload(bytes: Uint8Array, deckId?: string): Promise<DeckDetail> {
    const path = deckId === undefined ? '/api/decks' : `/api/decks/${deckId}/versions`;
    return deckDetailSchema.parse((await this.lectern.as(this.owner).send('POST', path, anUpload(bytes))).body);
  }

  async versions(id: string): Promise<ListedVersion[]> {
    return versionListSchema.parse((await this.lectern.as(this.owner).get(`/api/decks/${id}/versions`)).body).items;
  }

  async compare(id: string, from: string, to: string): Promise<Comparison> {
    const { body } = await this.lectern.as(this.owner).get(`/api/decks/${id}/compare?from=${from}&to=${to}`);
    return comparisonSchema.parse(body);
  }

  /** Waits until the version is rendered. */
  async rendered({ currentVersionId: versionId }: DeckDetail): Promise<void> {
    const { sql } = this.lectern.database;
    await eventually(
      async () => (await sql`select from render_jobs where version_id = ${versionId} and state = 'done'`).length === 1,
    );
  }
}

const words = ({ items }: Comparison) => items.map(({ kind, from, to }) => `${kind} ${from?.number ?? '-'} ${to?.number ?? '-'}`);
const none = { count: 0, numbers: [] };

describe('two versions that are rendered', () => {
  it('are compared slide by slide, by pictures and texts', async () => {
    await using lectern = await startLectern({}, { renderer: new TestRenderer(innerSlides) });
    const author = await Author.at(lectern);
    const first = await author.upload(await documentOf('a=One', 'b=Two', 'c=Sales grew by 4 percent', 'd=Four', 'e=Five'));
    await author.rendered(first);
    const { id } = first;
    const second = await author.upload(await documentOf('e=Five', 'a=One*', 'n=New', 'c=Sales grew by 9 percent', 'd=Four'), id);
    await author.rendered(second);
    const compared = await author.compare(id, first.currentVersionId, second.currentVersionId);
    expect(compared).toMatchObject({ basis: 'pictures', from: { number: 1, current: false }, to: { number: 2, current: true } });
    expect(words(compared)).toEqual(['moved 5 1', 'changed 1 2', 'removed 2 -', 'added - 3', 'changed 3 4', 'unchanged 4 5']);
    const [, looks, removed, added, sales] = compared.items;
    expect(looks).toMatchObject({ moved: false, area: { x: 0, y: 0, width: 0.5, height: 1 / 36 }, text: null });
    expect(sales?.text).toEqual([
      { kind: 'same', text: 'Sales grew by ' },
      { kind: 'removed', text: '4 ' },
      { kind: 'added', text: '9 ' },
      { kind: 'same', text: 'percent' },
    ]);
    expect([removed?.from?.title, removed?.to, added?.to?.title, added?.from]).toEqual(['Title b', null, 'Title n', null]);
    // The pictures are those of each version.
    const pictures = [looks?.from?.thumbnailUrl, looks?.to?.thumbnailUrl].map((path) => lectern.as(author.owner).get(path ?? ''));
    expect((await Promise.all(pictures)).map(({ text }) => text)).toEqual(['RIFF....WEBPOne', 'RIFF....WEBPOne*']);
    const changes = { changed: { count: 2, numbers: [2, 4] }, added: { count: 1, numbers: [3] } };
    expect((await author.versions(id)).map((version) => version.changes)).toEqual([
      { ...changes, removed: { count: 1, numbers: [2] }, moved: { count: 1, numbers: [1] } },
      null,
    ]);
    const backwards = await author.compare(id, second.currentVersionId, first.currentVersionId);
    expect(words(backwards).filter((item) => /added|removed/.test(item))).toEqual(['removed 3 -', 'added - 2']);
  });

  it('are compared in whatever order they are rendered', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* inTurn(request: RenderRequest): AsyncGenerator<RenderEvent> {
      await gates[renderer.requests.indexOf(request)]?.promise;
      yield* innerSlides(request);
    }
    const renderer = new TestRenderer(inTurn);
    await using lectern = await startLectern({}, { renderer });
    const author = await Author.at(lectern);
    const first = await author.upload(await documentOf('a=One'));
    await eventually(() => renderer.requests.length === 1);
    const second = await author.upload(await documentOf('a=One', 'b=Two'), first.id);
    await eventually(() => renderer.requests.length === 2);
    gates[1]?.resolve();
    await author.rendered(second);
    expect((await author.versions(first.id))[0]?.changes).toBeNull();
    expect((await author.compare(first.id, first.currentVersionId, second.currentVersionId)).basis).toBe('files');
    gates[0]?.resolve();
    await author.rendered(first);
    expect((await author.versions(first.id))[0]?.changes).toMatchObject({ added: { count: 1, numbers: [2] }, changed: none });
  });

  it('with the same bytes have no changes, even if they look different each time', async () => {
    const renderer = new TestRenderer(async function* different(request: RenderRequest): AsyncGenerator<RenderEvent> {
      for await (const event of innerSlides(request)) {
        const isFirst = renderer.requests[0] === request;
        yield event.type === 'content' && isFirst
          ? { ...event, text: 'Other', miniature: Buffer.alloc(MINIATURE_COLUMNS * 3).toString('base64') }
          : event;
      }
    });
    await using lectern = await startLectern({}, { renderer });
    const author = await Author.at(lectern);
    const bytes = await documentOf('a=One', 'b=Two');
    const first = await author.upload(bytes);
    await author.rendered(first);
    const second = await author.upload(bytes, first.id);
    await author.rendered(second);
    const compared = await author.compare(first.id, first.currentVersionId, second.currentVersionId);
    expect(words(compared)).toEqual(['unchanged 1 1', 'unchanged 2 2']);
    expect((await author.versions(first.id))[0]?.changes).toEqual({ changed: none, added: none, removed: none, moved: none });
  });

  it('keep only texts and miniatures that can be some', async () => {
    const miniature = (bytes: number) => Buffer.alloc(bytes).toString('base64');
    async function* hostile(): AsyncGenerator<RenderEvent> {
      const names = ['id:good', `id:${'x'.repeat(200)}`, 'id:\u0000', null];
      yield { type: 'slides', slides: names.map((name, inner) => ({ index: 0, inner, title: '', name })) };
      yield { type: 'content', index: 0, inner: 0, notes: '', text: 'before the picture', miniature: miniature(ROW) };
      for (const [inner, size] of [ROW, ROW - 1, ROW * 97, 0].entries()) {
        yield aPicture(0, inner, 'x');
        yield {
          type: 'content',
          index: 0,
          inner,
          notes: 'N\u0000\uD800',
          text: `A\u0000B\uD800\n${'y'.repeat(30_000)}`,
          miniature: miniature(size),
        };
        yield { type: 'content', index: 0, inner, notes: '', text: 'again', miniature: null };
      }
      yield { type: 'content', index: 0, inner: 9, notes: '', text: 'of no slide', miniature: null };
      yield { type: 'done' };
    }
    await using lectern = await startLectern({}, { renderer: new TestRenderer(hostile) });
    const author = await Author.at(lectern);
    const deck = await author.upload(await documentOf('a=One'));
    await author.rendered(deck);
    const rows = await lectern.database.sql`
      select inner_name as name, speaker_notes as notes, left(content, 5) as content, length(content) as length, length(miniature) as size from rendered_slides
      where version_id = ${deck.currentVersionId} order by position`;
    const text = { notes: 'N \uFFFD', content: 'A B\uFFFD\n', length: 20_000 };
    expect(rows).toEqual([
      { name: 'id:good', ...text, size: ROW },
      { name: null, ...text, size: null },
      { name: null, ...text, size: null },
      { name: null, ...text, size: null },
    ]);
  });
});

describe('what slides show', async () => {
  const author = await Author.at(await aLectern());
  const { lectern } = author;

  /** A deck that all may read, with two versions of slides that all differ, as a renderer would report them. */
  async function aLargeDeck(slides: number): Promise<{ path: string; statementsOf: (log: StatementLog) => LoggedStatement[] }> {
    const first = await author.upload(await plainOf('a1'));
    const second = await author.upload(await plainOf('a2'), first.id);
    await lectern.as(author.owner).patch(`/api/decks/${first.id}`, { visibility: 'team' });
    await lectern.database.sql`
      insert into rendered_slides (version_id, position, slide_index, "inner", inner_name, title, content, miniature)
      select id, at, 0, at, 'id:' || at, 'Slide', 'Version ' || number, decode(repeat(case number when 1 then '00' else 'ff' end, ${ROW * 54}), 'hex')
      from versions, generate_series(0, ${slides - 1}) as at where deck_id = ${first.id}`;
    return {
      path: `/api/decks/${first.id}/compare?from=${first.currentVersionId}&to=${second.currentVersionId}`,
      statementsOf: (log) => log.statements.filter(({ parameters }) => parameters.includes(first.currentVersionId)),
    };
  }

  it('is read of those that differ, 50 pairs at a time', async () => {
    const deck = await aLargeDeck(SLIDES_SHOWN_MAX);
    using log = new StatementLog();
    const { body } = await lectern.as(author.owner).get(deck.path);
    expect(comparisonSchema.parse(body).items.filter(({ kind, text }) => kind === 'changed' && text !== null)).toHaveLength(2000);
    const reads = deck.statementsOf(log).filter(isReading);
    // Two versions and the positions.
    expect(reads.map(({ parameters }) => parameters.length)).toEqual(Array.from({ length: 40 }, () => 2 + 2 * 50));
    const others = deck.statementsOf(log).filter((statement) => !isReading(statement));
    expect(others.filter(({ text }) => /"(miniature|content)"/.test(text.replaceAll(/md5\([^)]*\)/g, '')))).toEqual([]);
  });

  it.skipIf(needsOneInstance('each instance limits its own comparisons'))(
    'is read for one comparison of each person, and for two comparisons, at a time',
    async () => {
      const deck = await aLargeDeck(120);
      const people = [author.owner, await lectern.aUser(), await lectern.aUser(), await lectern.aUser()];
      using log = new StatementLog();
      const asked = people.flatMap(({ cookie }, person) =>
        [1, 2, 3].map(async (request) =>
          lectern.send({ path: deck.path, headers: { cookie, [CALLER_HEADER]: `${person} ${request}` } }),
        ),
      );
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
      const reads = log.statements.filter(isReading).map(({ caller }) => caller ?? '');
      expect(reads).toHaveLength(12 * 3);
      // A comparison is under way from its first read to its last one.
      for (const at of reads.keys()) {
        const underWay = new Set(reads.slice(0, at + 1).filter((caller) => reads.lastIndexOf(caller) >= at));
        expect(underWay.size).toBeLessThanOrEqual(2);
        expect(new Set([...underWay].map((caller) => caller.split(' ')[0])).size).toBe(underWay.size);
      }
    },
  );
});

/** Whether a statement reads texts and miniatures. */
function isReading({ text }: LoggedStatement): boolean {
  return /^select [^(]*"miniature" from "rendered_slides"/.test(text);
}

describe('two versions without a renderer', async () => {
  const author = await Author.at(await aLectern());

  it('are compared by the files of their slides', async () => {
    const first = await author.upload(await plainOf('a1', 'b1', 'c1'));
    const second = await author.upload(await plainOf('c1', 'a1', 'b2', 'd1'), first.id);
    const compared = await author.compare(first.id, first.currentVersionId, second.currentVersionId);
    expect(compared.basis).toBe('files');
    expect(words(compared)).toEqual(['moved 3 1', 'unchanged 1 2', 'changed 2 3', 'added - 4']);
    expect(compared.items[2]).toMatchObject({ area: null, text: null, to: { title: 'Slide b', thumbnailUrl: null } });
    expect((await author.versions(first.id))[0]?.changes).toEqual({
      changed: { count: 1, numbers: [3] },
      added: { count: 1, numbers: [4] },
      removed: none,
      moved: { count: 1, numbers: [1] },
    });
  });

  it('are rendered later if they never were', async () => {
    const first = await author.upload(await plainOf('a1'));
    const second = await author.upload(await plainOf('a2'), first.id);
    const { sql } = author.lectern.database;
    await sql`delete from render_jobs where version_id = ${first.currentVersionId}`;
    await author.compare(first.id, first.currentVersionId, second.currentVersionId);
    await author.compare(first.id, first.currentVersionId, first.currentVersionId);
    const jobs =
      await sql`select state from render_jobs where version_id in (${first.currentVersionId}, ${second.currentVersionId})`;
    expect(jobs).toEqual([{ state: 'queued' }, { state: 'queued' }]);
  });

  it('that are one document say nothing about its slides', async () => {
    const first = await author.upload(await documentOf('a=One'));
    await author.upload(await documentOf('a=Two'), first.id);
    expect((await author.versions(first.id))[0]?.changes).toBeNull();
  });

  it('are only for those who may read the deck', async () => {
    const first = await author.upload(await plainOf('a1'));
    const second = await author.upload(await plainOf('a2'), first.id);
    const { lectern } = author;
    const guest = await lectern.aUser();
    const path = (id: string, from = first.currentVersionId) =>
      `/api/decks/${id}/compare?from=${from}&to=${second.currentVersionId}`;
    await lectern.as(author.owner).patch(`/api/decks/${first.id}`, { visibility: 'team' });
    expect((await lectern.as(guest).get(path(first.id))).status).toBe(200);
    await lectern.as(author.owner).patch(`/api/decks/${first.id}`, { visibility: 'private' });
    expectRefusal(await lectern.as(guest).get(path(first.id)), 'DECK_NOT_FOUND');
    expectRefusal(await lectern.as(null).get(path(first.id)), 'UNAUTHENTICATED');
    const elsewhere = await lectern.aDeck({ owner: guest });
    expectRefusal(await lectern.as(guest).get(path(elsewhere.id)), 'VERSION_NOT_FOUND');
    expectRefusal(await lectern.as(guest).get(path(elsewhere.id, elsewhere.currentVersionId)), 'VERSION_NOT_FOUND');
  });
});
