import type { RenderEvent, RenderRequest } from 'deck-renderer';
import { startTestRenderer } from 'deck-renderer/testing';
import { unzipSync } from 'fflate';
import { extractText, getMeta } from 'unpdf';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { allSlides, TestRenderer } from '#server/rendering/testing/renderers.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { type Export, exportSchema } from '#shared/exports.ts';

const SLIDES = [
  { file: 'slides/1.html', label: 'Opening', notes: 'In the package' },
  { file: 'slides/2.html', label: 'Numbers', notes: 'In the package, too' },
];
const html = (text: string) => `<!doctype html><html lang="de"><meta charset="utf-8"><title>${text}</title><h1>${text}</h1>`;
const FILES = { 'slides/1.html': html('Opening'), 'slides/2.html': html('Numbers') };

async function made(lectern: TestLectern, user: TestUser, deckId: string, options: object): Promise<Export> {
  const path = `/api/decks/${deckId}/exports`;
  const answer = await lectern.as(user).post(path, options);
  expect(answer.status, answer.text).toBe(202);
  const { id } = exportSchema.parse(answer.body);
  return eventually(async () => {
    const now = exportSchema.parse((await lectern.as(user).get(`${path}/${id}`)).body);
    return now.state === 'done' || now.state === 'failed' ? now : null;
  });
}

/** A renderer that sends a PDF in two parts, and what it was asked for. */
function aPdfRenderer(parts: readonly string[] = ['%PDF-1.7 first', ' and second']) {
  const asked: RenderRequest[] = [];
  const renderer = new TestRenderer(async function* pdf(request): AsyncGenerator<RenderEvent> {
    if (!('pdf' in request)) {
      yield* allSlides(request);
      return;
    }
    asked.push(request);
    const slides = request.deck.slides.map((_slide, index) => ({ index, inner: null, title: '', name: null }));
    yield { type: 'slides', slides };
    yield { type: 'page', index: 0, inner: null, step: 0, isPicture: false };
    yield { type: 'failed', index: 1, inner: null, reason: 'slide_timeout' };
    const size = parts.join('').length;
    for (const part of parts) yield { type: 'document', size, pages: 2, bytes: Buffer.from(part) };
    yield { type: 'done' };
  });
  return { renderer, asked };
}

describe('an export as PDF', () => {
  it('is the file that the renderer sends, with the notes and drawings of the version', async () => {
    const { renderer, asked } = aPdfRenderer();
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner, title: 'Figures', slides: SLIDES, files: FILES });
    const api = lectern.as(owner);
    await api.put(`/api/decks/${id}/notes/0`, { body: 'Of the team' });
    await api.put(`/api/decks/${id}/notes/0?inner=id:a`, { body: 'Of the team, inside' });
    const stroke = { tool: 'pen', color: 'red', width: 4, points: [[1, 2]] };
    const add = [
      { ...stroke, id: 'whole' },
      { ...stroke, id: 'inner', inner: 'id:a' },
    ];
    expect((await api.post(`/api/decks/${id}/annotations/1/strokes`, { add })).status).toBe(200);
    const options = { format: 'pdf', notes: 'pages', drawings: true, paper: 'letter', steps: 'all' };
    const done = await made(lectern, owner, id, options);
    expect(done).toMatchObject({ ...options, perPage: 1, state: 'done', progress: { done: 2, of: 2 }, missingSlides: 1 });
    const file = await api.get(done.fileUrl ?? '');
    expect(file).toMatchObject({ status: 200, text: '%PDF-1.7 first and second' });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=Figures.pdf',
      'cache-control': 'private, no-store',
    });
    const svg = expect.stringContaining('<svg');
    expect(asked).toMatchObject([
      {
        pdf: {
          title: 'Figures',
          language: null,
          steps: 'all',
          layout: { kind: 'notes-pages', paper: 'letter' },
          notes: [
            { index: 0, inner: null, text: 'Of the team' },
            { index: 0, inner: 'id:a', text: 'Of the team, inside' },
            { index: 1, inner: null, text: 'In the package, too' },
          ],
          drawings: [
            { index: 1, inner: null, svg },
            { index: 1, inner: 'id:a', svg },
          ],
        },
      },
    ]);
  });

  it.each([
    [{}, { kind: 'slides' }],
    [{ notes: 'below' }, { kind: 'notes-below', paper: 'a4' }],
    [
      { notes: 'below', perPage: 4 },
      { kind: 'handout', perPage: 4, paper: 'a4' },
    ],
  ])('has the layout that was asked for: %j', async (options, layout) => {
    const { renderer, asked } = aPdfRenderer();
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await made(lectern, owner, id, { format: 'pdf', ...options });
    expect(asked).toMatchObject([{ pdf: { layout, drawings: [] } }]);
  });

  it('is not stored if it is no PDF', async () => {
    const { renderer } = aPdfRenderer(['<!doctype html>']);
    await using lectern = await startLectern({}, { renderer });
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    expect(await made(lectern, owner, id, { format: 'pdf' })).toMatchObject({ state: 'failed', error: 'crashed', fileUrl: null });
  });
});

it('a browser makes both formats', async () => {
  const renderer = await startTestRenderer();
  onTestFinished(() => renderer.stop());
  await using lectern = await startLectern({}, { renderer });
  const owner = await lectern.aUser();
  const { id } = await lectern.aDeck({ owner, title: 'Zahlen', slides: SLIDES, files: FILES });
  const [pdf, png] = [
    await made(lectern, owner, id, { format: 'pdf', notes: 'below' }),
    await made(lectern, owner, id, { format: 'png' }),
  ];
  expect([pdf.state, png.state]).toEqual(['done', 'done']);
  const { bytes } = await lectern.as(owner).get(pdf.fileUrl ?? '');
  const { text } = await extractText(new Uint8Array(bytes));
  expect(text).toEqual([
    expect.stringMatching(/Opening[^]*In the package/),
    expect.stringMatching(/Numbers[^]*In the package, too/),
  ]);
  expect((await getMeta(new Uint8Array(bytes))).info).toMatchObject({ Title: 'Zahlen', Language: 'de' });
  const pictures = Object.entries(unzipSync((await lectern.as(owner).get(png.fileUrl ?? '')).bytes));
  expect(pictures.map(([name]) => name)).toEqual(['001.png', '002.png']);
  for (const [, picture] of pictures) expect(Buffer.from(picture).readUInt32BE(16)).toBe(1920);
});
