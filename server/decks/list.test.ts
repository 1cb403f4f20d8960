import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Api } from '#server/testing/api.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { deckListSchema } from '#shared/decks.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const [own, other, admin] = [
  lectern.as(owner),
  lectern.as(await lectern.aUser()),
  lectern.as(await lectern.aUser({ role: 'admin' })),
];

/** Inserts rows without packages. Lists need nothing else, and hundreds are quickly inserted. */
async function insertDecks(
  titles: string[],
  { ownerId = owner.id, visibility = 'private', at = '2026-01-01T00:00:00Z', stepMs = 1000 } = {},
): Promise<void> {
  const start = new Date(at).getTime();
  const rows = titles.map((title, index) => ({
    id: crypto.randomUUID(),
    owner_id: ownerId,
    title,
    visibility,
    current_version_id: 'none',
    fingerprint: `sha256-${'0'.repeat(64)}`,
    slide_count: 1,
    has_thumbnail: false,
    created_at: new Date(start + index * stepMs),
    updated_at: new Date(start + ((index * 7) % titles.length) * stepMs),
  }));
  const { sql } = lectern.database;
  await sql`insert into decks ${sql(rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() })))}`;
}

/** The owner has opened half of their decks, some of them at the same time. */
async function openHalf(): Promise<void> {
  await lectern.database.sql`insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at)
    select ${owner.id}, id, 'x', 0, now() - make_interval(secs => n % 5)
    from (select id, row_number() over (order by id) as n from decks) as numbered where n % 2 = 0`;
}

const titlesOf = (body: unknown) => deckListSchema.parse(body).items.map(({ title }) => title);
const find = async (api: Api, query: string) => titlesOf((await api.get(`/api/decks?${query}`)).body);

async function pages(api: Api, query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; await between()) {
    const { body } = await api.get(`/api/decks?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const page = deckListSchema.parse(body);
    found.push(page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  return found;
}

describe('a list of decks', () => {
  it('is empty at first', async () => {
    const someone = lectern.as(await lectern.aUser());
    expect((await someone.get('/api/decks')).body).toEqual({ items: [], nextCursor: null });
  });

  it('lists the decks of a person, as far as the reader may see them', async () => {
    const person = await lectern.aUser();
    await insertDecks(['hidden'], { ownerId: person.id, at: '2019-01-01' });
    await insertDecks(['shown', 'shown, too'], { ownerId: person.id, visibility: 'team', at: '2019-01-02' });
    const query = `ownerId=${person.id}`;
    expect(await find(own, query)).toEqual(['shown, too', 'shown']);
    expect(await find(lectern.as(person), query)).toEqual(['shown, too', 'shown', 'hidden']);
    expect(await find(admin, `${query}&sort=title&query=h`)).toEqual(['hidden', 'shown', 'shown, too']);
    expect(await find(own, `${query}&owner=me`)).toEqual([]);
    expect(await pages(own, `${query}&limit=1`)).toEqual([['shown, too'], ['shown']]);
    expect(await find(own, 'ownerId=nobody')).toEqual([]);
    await lectern.database.sql`delete from decks where owner_id = ${person.id}`;
  });

  it('shows users their own decks and those of the team, and admins all decks', async () => {
    await insertDecks(['mine'], { at: '2020-01-01' });
    await insertDecks(['ours'], { at: '2020-01-02', visibility: 'team' });
    expect(await find(own, '')).toEqual(['ours', 'mine']);
    expect(await find(other, '')).toEqual(['ours']);
    expect(await find(admin, '')).toEqual(['ours', 'mine']);
    expect(await find(own, 'owner=me')).toEqual(['ours', 'mine']);
    expect(await find(own, 'owner=team')).toEqual(['ours']);
    expect(await find(other, 'owner=me')).toEqual([]);
    expect(await find(admin, 'owner=team')).toEqual(['ours']);
    await lectern.database.sql`truncate decks cascade`;
  });

  it.each(['created', 'updated', 'opened', 'title'])(
    'by %s has pages without gaps or duplicates, also for equal keys',
    async (sort) => {
      const titles = Array.from({ length: 45 }, (_, at) => `Deck ${String(at % 9)}`);
      await insertDecks(titles, { stepMs: 0 });
      await insertDecks(titles.map((title) => title.toUpperCase()));
      await openHalf();
      const found = await pages(own, `sort=${sort}&limit=7`);
      const whole = await find(own, `sort=${sort}&limit=100`);
      expect(found.flat()).toEqual(whole);
      expect(whole).toHaveLength(90);
      expect(found.slice(0, -1).every((page) => page.length === 7)).toBe(true);
      await lectern.database.sql`truncate decks cascade`;
    },
  );

  it.each(['created', 'updated', 'opened', 'title'])(
    'by %s stays complete while decks are added and deleted, also at the end of a page',
    async (sort) => {
      await insertDecks(Array.from({ length: 30 }, (_, at) => `stay ${String(at).padStart(2, '0')}`));
      await insertDecks(
        Array.from({ length: 30 }, (_, at) => `go ${String(at).padStart(2, '0')}`),
        { at: '2026-01-01T00:00:00.500Z' },
      );
      await openHalf();
      let come = 0;
      const found = await pages(own, `sort=${sort}&limit=5`, async () => {
        await lectern.database.sql`delete from decks where title like 'go %' and random() < 0.4`;
        await insertDecks([`come ${(come += 1)}`], { at: '2027-01-01' });
      });
      const stayed = found.flat().filter((title) => title.startsWith('stay'));
      expect(stayed.toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `stay ${String(at).padStart(2, '0')}`));
      expect(new Set(found.flat()).size).toBe(found.flat().length);
      await lectern.database.sql`truncate decks cascade`;
    },
  );

  it('continues after a cursor whose deck was deleted', async () => {
    await insertDecks(['a', 'b', 'c']);
    const { nextCursor } = deckListSchema.parse((await own.get('/api/decks?limit=1&sort=title')).body);
    await lectern.database.sql`delete from decks where title = 'a'`;
    expect(await find(own, `limit=5&sort=title&cursor=${nextCursor}`)).toEqual(['b', 'c']);
    await lectern.database.sql`truncate decks cascade`;
  });

  it('finds words of the title in any case and order, and treats % and _ as text', async () => {
    await insertDecks(['Growth 100% sure', 'Snake_case plan', 'Ünïcode PLAN', '100 plans', 'back\\slash']);
    expect(await find(own, 'query=PLAN&sort=title')).toEqual(['100 plans', 'Snake_case plan', 'Ünïcode PLAN']);
    expect(await find(own, 'query=plan%20snake')).toEqual(['Snake_case plan']);
    expect(await find(own, 'query=100%25')).toEqual(['Growth 100% sure']);
    expect(await find(own, 'query=%25')).toEqual(['Growth 100% sure']);
    expect(await find(own, 'query=_')).toEqual(['Snake_case plan']);
    expect(await find(own, 'query=%C3%9CN%C3%8FCODE')).toEqual(['Ünïcode PLAN']);
    expect(await find(own, 'query=%5C')).toEqual(['back\\slash']);
    expect(await find(own, 'query=%20%20&limit=1')).toHaveLength(1);
    expect(await find(own, 'query=nothing')).toEqual([]);
    await lectern.database.sql`truncate decks cascade`;
  });

  it('filters by the time of the last update, inclusive, in any valid form, with pages', async () => {
    await insertDecks(['first', 'second', 'third', 'fourth'], { at: '2026-01-01T00:00:00Z', stepMs: 1000 });
    // In the order of their updates: first (0 s), fourth (1 s), third (2 s), second (3 s).
    for (const [instant, expected] of [
      ['2025-12-31T23:59:59.999Z', ['first', 'fourth', 'third', 'second']],
      ['2026-01-01T00:00:01.000Z', ['fourth', 'third', 'second']],
      ['2026-01-01T00:00:01.001Z', ['third', 'second']],
      ['2026-01-01T02:00:02+02:00', ['third', 'second']],
      ['2026-01-01T00:00:04Z', []],
      ['0001-01-01T00:00:00Z', ['first', 'fourth', 'third', 'second']],
      ['9999-12-31T23:59:59Z', []],
    ] as const) {
      const query = `sort=updated&updatedSince=${encodeURIComponent(instant)}`;
      expect(await find(own, query), instant).toEqual(expected.toReversed());
      expect((await pages(own, `${query}&limit=1`)).flat(), instant).toEqual(expected.toReversed());
    }
    expect(await find(own, 'sort=title&query=ir&updatedSince=2026-01-01T00:00:01Z')).toEqual(['third']);
    await lectern.database.sql`truncate decks cascade`;
  });

  it('filters by the title in the package of the current version, in any case, also if the deck was renamed', async () => {
    const { id } = await lectern.aDeck({ owner, title: 'Café Review' });
    expect(await find(own, 'packageTitle=caf%C3%89%20REVIEW')).toEqual(['Café Review']);
    expect((await own.patch(`/api/decks/${id}`, { title: 'Renamed' })).status).toBe(200);
    for (const query of ['owner=me', 'owner=me&sort=updated', 'sort=opened', 'query=renamed'])
      expect(await find(own, `packageTitle=Caf%C3%A9%20Review&${query}`), query).toEqual(['Renamed']);
    expect(await find(own, 'packageTitle=Review')).toEqual([]);
    expect(await find(own, 'packageTitle=Renamed')).toEqual([]);
    expect(await find(other, 'packageTitle=Caf%C3%A9%20Review')).toEqual([]);
    expect(
      (await own.send('POST', `/api/decks/${id}/versions`, anUpload(await aPackage({ title: 'Another title' })))).status,
    ).toBe(201);
    expect(await find(own, 'packageTitle=Caf%C3%A9%20Review')).toEqual([]);
    expect(await find(own, 'packageTitle=Another%20title')).toEqual(['Renamed']);
    await lectern.database.sql`truncate decks cascade`;
  });

  it('has pages with long titles and long queries of any script', async () => {
    for (const title of ['表'.repeat(256), '"'.repeat(256), '\\'.repeat(256), '😀'.repeat(128)]) {
      await insertDecks([title, title]);
      expect((await pages(own, `sort=title&limit=1&query=${encodeURIComponent(title)}`)).flat()).toHaveLength(2);
      await lectern.database.sql`truncate decks cascade`;
    }
  });
});

describe('a list is refused', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=5abc',
    'limit=1e1',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=%205',
    'limit=0x5',
    'limit=1&limit=2',
    'sort=size',
    'sort=',
    'owner=all',
    'owner[]=me&owner=me&owner=team',
    `query=${'x'.repeat(257)}`,
    'updatedSince=',
    'updatedSince=yesterday',
    'updatedSince=2026-01-01',
    'updatedSince=2026-01-01T00:00Z',
    'updatedSince=2026-01-01T00:00:00',
    'updatedSince=2026-02-30T00:00:00Z',
    'updatedSince=1767225600',
    'updatedSince=0000-01-01T00:00:00Z',
    'updatedSince=0001-01-01T00:00:00%2B01:00',
    'updatedSince=9999-12-31T23:59:59-01:00',
    'updatedSince=2026-01-01T00:00:00Z&updatedSince=2026-01-02T00:00:00Z',
    'query=a%00b',
    'query=a&query=b',
    `packageTitle=${'x'.repeat(257)}`,
    'packageTitle=a%00b',
    'cursor=',
    'cursor=nonsense',
    'cursor=%00',
    'cursor=e30',
    `cursor=${'A'.repeat(5000)}`,
    'cursor=%F0%9F%8E%89',
  ])('with ?%s', async (query) => {
    const { issues } = expectRefusal(await own.get(`/api/decks?${query}`), 'VALIDATION_FAILED');
    expect(z.array(z.object({ path: z.string(), message: z.string() })).parse(issues)).not.toEqual([]);
  });

  it('with a cursor of another list or filter', async () => {
    await insertDecks(['a', 'b', 'c']);
    const cursor = deckListSchema.parse((await own.get('/api/decks?limit=1')).body).nextCursor ?? '';
    for (const query of [
      'sort=title',
      'sort=updated',
      'owner=me',
      'query=a',
      'packageTitle=a',
      'updatedSince=2020-01-01T00:00:00Z',
    ]) {
      expectRefusal(await own.get(`/api/decks?${query}&cursor=${cursor}`), 'VALIDATION_FAILED');
    }
    expectRefusal(await admin.get(`/api/admin/invites?cursor=${cursor}`), 'VALIDATION_FAILED');
    expect((await own.get(`/api/decks?limit=1&cursor=${cursor}`)).status).toBe(200);
    await lectern.database.sql`truncate decks cascade`;
  });

  it('with an invented cursor', async () => {
    await insertDecks(['a', 'b']);
    const cursor = deckListSchema.parse((await own.get('/api/decks?limit=1')).body).nextCursor ?? '';
    const [list, , id] = z.array(z.string()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    for (const key of [
      '',
      'now',
      'infinity',
      '2026-13-01T00:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      '2026-01-01',
      "'",
      '\0',
      '\ud800',
    ]) {
      const forged = Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
      expectRefusal(await own.get(`/api/decks?cursor=${forged}`), 'VALIDATION_FAILED');
    }
    for (const forgery of [
      [],
      [list],
      [list, 'x'],
      [list, 1, 2],
      { list },
      'text',
      null,
      [list, '2026-01-01T00:00:00.000Z', '\0'],
    ]) {
      expectRefusal(
        await own.get(`/api/decks?cursor=${Buffer.from(JSON.stringify(forgery)).toString('base64url')}`),
        'VALIDATION_FAILED',
      );
    }
    await lectern.database.sql`truncate decks cascade`;
  });
});
