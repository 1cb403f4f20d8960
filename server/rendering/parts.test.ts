import { type RenderEvent, RenderFailedError, type RenderRequest } from 'deck-renderer';
import { startTestRenderer } from 'deck-renderer/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { slideListSchema } from '#shared/slides.ts';
import { TestRenderer } from './testing/renderers.ts';

let real: Awaited<ReturnType<typeof startTestRenderer>>;
beforeAll(async () => {
  real = await startTestRenderer();
});
afterAll(() => real.stop());

/** The real renderer. A job's time is over after so many pictures, whatever the pace of the machine. */
function endingAfter(pictures: number) {
  return new TestRenderer(async function* limited(request: RenderRequest, signal): AsyncGenerator<RenderEvent> {
    let made = 0;
    for await (const event of real.render(request, signal)) {
      if (event.type === 'picture' && (made += 1) > pictures) throw new RenderFailedError('deck_timeout');
      yield event;
    }
  });
}

interface Row {
  readonly title: string;
  readonly content: string | null;
  readonly steps: number | null;
  readonly size: number | null;
  readonly miniature: string | null;
}

/** Uploads a package and waits until it is rendered. */
async function rendered(lectern: TestLectern, bytes: Uint8Array): Promise<{ rows: Row[]; pictures: Buffer[] }> {
  const owner = await lectern.aUser();
  const { body } = await lectern.as(owner).send('POST', '/api/decks', anUpload(bytes));
  const { id } = deckDetailSchema.parse(body);
  const { sql } = lectern.database;
  await eventually(async () => (await sql`select from render_jobs where state = 'done'`).length === 1);
  const rows = await sql<Row[]>`select title, content, steps, size_bytes as size, md5(miniature) as miniature
    from rendered_slides order by position`;
  const { items } = slideListSchema.parse((await lectern.as(owner).get(`/api/decks/${id}/slides`)).body);
  const pictures: Buffer[] = [];
  for (const { thumbnailUrl } of items) pictures.push((await lectern.as(owner).get(thumbnailUrl ?? '')).bytes);
  return { rows, pictures };
}

it('a deck that is rendered in parts has the same pictures, texts and steps', async () => {
  const deck = await aPackage({ slides: 7 });
  await using whole = await startLectern({}, { renderer: real });
  const parts = endingAfter(3);
  await using divided = await startLectern({}, { renderer: parts });
  const [expected, found] = [await rendered(whole, deck), await rendered(divided, deck)];
  expect(parts.requests).toHaveLength(3);
  expect(found.rows).toEqual(expected.rows);
  expect(found.rows.every(({ size, content }) => size !== null && content !== null)).toBe(true);
  expect(found.pictures.map((picture, at) => picture.equals(expected.pictures[at] ?? Buffer.of()))).not.toContain(false);
});
