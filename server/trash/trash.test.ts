import { describe, expect, it } from 'vitest';
import { operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { restProcedures } from '#server/rest/procedures.ts';
import { questionOf } from '#server/rest/testing/ask.ts';
import { SAMPLE_REQUESTS } from '#server/rest/testing/sample-requests.ts';
import { callOf, sampleRequestOf, inputOf, procedures } from '#server/rest/testing/procedures.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { watch } from '#server/live/testing/watching.ts';
import { firstSlideAt, Viewer } from '#server/playback/testing/viewer.ts';
import { procedures as callerOf, Stage } from '#server/talks/testing/stage.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { deckDetailSchema, deckListSchema } from '#shared/decks.ts';
import { type TrashedDeck, trashListSchema } from '#shared/trash.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
/** Another instance on the same database and store. */
const other = await aLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
const { sql } = lectern.database;
const admin = await lectern.aUser({ role: 'admin', name: 'Ada' });
const stage = new Stage(lectern);

async function trashOf(user: TestUser, query = ''): Promise<TrashedDeck[]> {
  return trashListSchema.parse((await lectern.as(user).get(`/api/trash?limit=100${query}`)).body).items;
}

async function discard(user: TestUser, id: string): Promise<void> {
  expect((await lectern.as(user).delete(`/api/decks/${id}`)).status).toBe(204);
}

const restore = (user: TestUser, id: string) => lectern.as(user).post(`/api/trash/${id}/restore`);
const purge = (user: TestUser, id: string) => lectern.as(user).delete(`/api/trash/${id}`);
const isDeleted = async (id: string) => (await sql`select from decks where id = ${id}`).length === 0;

interface Operation {
  readonly name: string;
  readonly ask: (scene: Scene) => Promise<Question>;
}

const restNames = new Set(restProcedures().map(({ name }) => operationIdOf(name)));
/** Streams are tested below and in `talks/remotes.test.ts`. Ending a talk that is over is no error. */
const LEFT_OUT = /^(live\.watch|remotes\.\w+|talks\.end|trash\.\w+)$/;
const OPERATIONS: readonly Operation[] = [
  ...procedures()
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map((procedure) => ({
      name: procedure.name,
      ask: async (scene: Scene) => callOf(procedure, inputOf(await sampleRequestOf(procedure)(scene))),
    })),
  ...operations()
    .filter(({ operationId }) => !restNames.has(operationId))
    .map((operation) => ({
      name: operation.operationId,
      ask: async (scene: Scene) => questionOf(operation, (await SAMPLE_REQUESTS[operation.operationId]?.(scene)) ?? {}),
    })),
];

/** The deck that a request is about, or the deck of its talk. */
async function deckIn({ path, body }: Question): Promise<string | null> {
  const text = decodeURIComponent(path) + (typeof body === 'string' ? body : '');
  const [found] = await sql<{ id: string }[]>`
    select id from decks where strpos(${text}, id) > 0
    union all select deck_id from talks where strpos(${text}, talks.id) > 0 limit 1`;
  return found?.id ?? null;
}

describe('a deck in the trash', () => {
  it('is not found by any operation, neither by its owner nor by admins', async () => {
    const tried: string[] = [];
    for (const { name, ask } of OPERATIONS) {
      const owner = await lectern.aUser({ role: 'admin' });
      const question = await ask(new Scene(lectern, { owner }));
      const id = await deckIn(question);
      if (id === null) continue;
      tried.push(name);
      await discard(owner, id);
      const answer = await lectern.send({ ...question, headers: { ...question.headers, cookie: owner.cookie } });
      expect(answer.status, `${name}: ${answer.text}`).toBe(404);
      expect(answer.text).toMatch(/DECK_NOT_FOUND|TALK_NOT_FOUND/);
    }
    expect(tried.length).toBeGreaterThan(30);
  });

  it('is in no list and counts for no one', async () => {
    const [owner, member] = [await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner, title: 'Nowhere', visibility: 'team' });
    await lectern.as(owner).put(`/api/decks/${id}/people/${member.id}`, { access: 'edit' });
    const found = async () => {
      const lists = [
        [owner, ''],
        [owner, '&owner=me&sort=updated'],
        [member, '&owner=team&sort=title'],
        [member, '&owner=shared'],
        [member, '&query=nowhere'],
        [member, '&query=no'],
        [admin, '&updatedSince=2020-01-01T00:00:00Z'],
      ] as const;
      const pages = lists.map(async ([user, query]) =>
        deckListSchema.parse((await lectern.as(user).get(`/api/decks?limit=100${query}`)).body),
      );
      return (await Promise.all(pages)).map(({ items }) => items.some((deck) => deck.id === id));
    };
    type Users = { items: { id: string; deckCount: number }[]; nextCursor: string | null };
    const deckCount = async () => {
      // Other tests have users in the same database.
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = `limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
        const { items, nextCursor } = (await lectern.as(admin).get(`/api/admin/users?${page}`)).body as Users;
        const counted = items.find((user) => user.id === owner.id);
        if (counted !== undefined) return counted.deckCount;
        cursor = nextCursor;
      }
      return undefined;
    };
    expect([await found(), await deckCount()]).toEqual([Array.from({ length: 7 }, () => true), 1]);
    await discard(owner, id);
    expect([await found(), await deckCount()]).toEqual([Array.from({ length: 7 }, () => false), 0]);
    await restore(owner, id);
    expect([await found(), await deckCount()]).toEqual([Array.from({ length: 7 }, () => true), 1]);
  });

  it('has lost its playback addresses, streams, talks and phones, on every instance; restoring it does not bring them back', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    const phone = await stage.aPhone(presenter, talk);
    const baseUrl = await new Viewer(lectern, { cookie: presenter.cookie }).open(deck.id);
    const readers = [lectern, other].map((each) => watch(each, presenter, deck.id));
    await eventually(() => readers.every((reader) => reader.of('caught-up').length === 1));
    const playing = async () =>
      (await Promise.all([lectern, other].map((each) => firstSlideAt(each, baseUrl)))).map(({ status }) => status);
    expect(await playing()).toEqual([200, 200]);

    await discard(presenter, deck.id);
    await eventually(() => readers.every((reader) => reader.of('lost').length === 1));
    await eventually(async () => (await playing()).every((status) => status === 404));
    const command = () => lectern.as(phone).post('/api/trpc/remotes.command', { do: 'next' });
    expect((await command()).status).toBe(401);

    await restore(presenter, deck.id);
    expect(await playing()).toEqual([404, 404]);
    expect((await command()).status).toBe(401);
    expect(await stage.running(presenter, deck.id)).toEqual([]);
    expect(await sql`select from talks where deck_id = ${deck.id} and (ended_at is null or left_at is not null)`).toHaveLength(0);
  });

  it('does not resume a talk whose presenter had left', async () => {
    const { presenter, deck, talk } = await stage.aPresenter();
    await sql`update talks set ended_at = now(), left_at = now() where id = ${talk.id}`;
    await discard(presenter, deck.id);
    await restore(presenter, deck.id);
    expect(await sql`select from talks where id = ${talk.id} and left_at is null`).toHaveLength(1);
  });
});

describe('restoring a deck', () => {
  it('brings everything back as it was', async () => {
    const [owner, member] = [await lectern.aUser({ name: 'Olga' }), await lectern.aUser({ name: 'Mia' })];
    const scene = new Scene(lectern, { owner });
    const { id } = await scene.aReplacedDeck();
    const api = lectern.as(owner);
    await api.put(`/api/decks/${id}/notes/1`, { body: 'Welcome' });
    await api.put(`/api/decks/${id}/annotations/0`, { payload: { any: ['thing', 1.0] } });
    await api.put(`/api/decks/${id}/people/${member.id}`, { access: 'edit' });
    const parts = ['', '/versions', '/notes', '/notes/1/history', '/annotations', '/people', '/blob'];
    const state = async () => {
      const answers = await Promise.all(parts.map((part) => api.get(`/api/decks/${id}${part}`)));
      return answers.map(({ status, text, headers }) => [status, text, headers['etag']]);
    };
    const before = await state();
    await discard(owner, id);
    const restored = await restore(owner, id);
    expect(restored.status).toBe(200);
    expect(deckDetailSchema.parse(restored.body)).toEqual(JSON.parse(String(before[0]?.[1])));
    expect(await state()).toEqual(before);
    expect((await lectern.as(member).put(`/api/decks/${id}/notes/0`, { body: 'Mine' })).status).toBe(200);
  });

  it('is possible at the limit of decks, because those in the trash count', async () => {
    const owner = await lectern.aUser();
    const quota = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, USER_QUOTA_BYTES: '1500' });
    await using _quota = quota;
    const upload = async (title: string) => quota.as(owner).send('POST', '/api/decks', anUpload(await aPackage({ title })));
    const first = deckDetailSchema.parse((await upload('One')).body);
    await sql`update versions set size_bytes = 1400 where deck_id = ${first.id}`;
    await discard(owner, first.id);
    expectRefusal(await upload('Two'), 'STORAGE_FULL');
    expect((await restore(owner, first.id)).status).toBe(200);
    await discard(owner, first.id);
    expect((await purge(owner, first.id)).status).toBe(204);
    expect((await upload('Two')).status).toBe(201);
  });

  it('and deleting it for good are for the owner and admins; to others it does not exist', async () => {
    const [owner, editor, reader] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser()];
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    await lectern.as(owner).put(`/api/decks/${id}/people/${editor.id}`, { access: 'edit' });
    for (const user of [owner, admin, editor, reader]) {
      expectRefusal(await restore(user, id), 'DECK_NOT_FOUND');
      expectRefusal(await purge(user, id), 'DECK_NOT_FOUND');
    }
    await discard(admin, id);
    for (const user of [editor, reader]) {
      expectRefusal(await restore(user, id), 'DECK_NOT_FOUND');
      expectRefusal(await purge(user, id), 'DECK_NOT_FOUND');
    }
    expect((await restore(admin, id)).status).toBe(200);
    await discard(admin, id);
    expect((await restore(owner, id)).status).toBe(200);
    expect((await lectern.as(reader).get(`/api/decks/${id}`)).status).toBe(200);
  });

  it.each([
    ['deleted', 204, (user: TestUser, id: string) => lectern.as(user).delete(`/api/decks/${id}`), false],
    ['restored', 200, restore, true],
    ['deleted for good', 204, purge, true],
  ] as const)('once: of many requests at the same time, one finds the deck to be %s', async (_, status, act, isInTrash) => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    if (isInTrash) await discard(owner, id);
    const answers: Answer[] = await Promise.all(Array.from({ length: 10 }, () => act(owner, id)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      status,
      ...Array.from({ length: 9 }, () => 404),
    ]);
  });
});

describe('the list of the trash', () => {
  it('has the last deleted deck first, with who deleted it and when it is deleted for good', async () => {
    const owner = await lectern.aUser({ name: 'Olga' });
    const decks = [await lectern.aDeck({ owner, title: 'One' }), await lectern.aDeck({ owner, title: 'Two' })];
    await discard(owner, decks[0]?.id ?? '');
    await discard(admin, decks[1]?.id ?? '');
    const [second, first] = await trashOf(owner);
    expect(second).toMatchObject({ title: 'Two', deletedBy: { id: admin.id, name: 'Ada' }, owner: { name: 'Olga' } });
    expect(first).toMatchObject({ title: 'One', deletedBy: { id: owner.id, name: 'Olga' } });
    expect(first?.permissions).toEqual({ edit: false, share: false, manage: false, delete: false });
    const days = (Date.parse(first?.purgeAt ?? '') - Date.parse(first?.deletedAt ?? '')) / 86_400_000;
    expect(days).toBe(30);
    expect((await trashOf(admin)).map(({ ownerId }) => ownerId)).not.toContain(owner.id);
  });

  it('has pages', async () => {
    const owner = await lectern.aUser();
    for (const title of ['a', 'b', 'c', 'd', 'e']) await discard(owner, (await lectern.aDeck({ owner, title })).id);
    await sql`update decks set deleted_at = date_trunc('second', deleted_at) where owner_id = ${owner.id} and title < 'd'`;
    const whole = await trashOf(owner);
    const found: TrashedDeck[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/api/trash?limit=2${cursor && `&cursor=${cursor}`}`;
      const page = trashListSchema.parse((await lectern.as(owner).get(path)).body);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found).toHaveLength(5);
    expect(found).toEqual(whole);
    const { nextCursor } = trashListSchema.parse((await lectern.as(owner).get('/api/trash?limit=1')).body);
    expectRefusal(await lectern.as(owner).get(`/api/decks?cursor=${nextCursor}`), 'VALIDATION_FAILED');
  });

  it('has the decks of everyone for admins alone', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    await discard(owner, id);
    expect((await trashOf(admin, '&owner=all')).map((deck) => deck.id)).toContain(id);
    expectRefusal(await lectern.as(owner).get('/api/trash?owner=all'), 'FORBIDDEN');
    expectRefusal(await lectern.as(owner).get('/api/trash?owner=team'), 'VALIDATION_FAILED');
    expectRefusal(await lectern.as(null).get('/api/trash'), 'UNAUTHENTICATED');
  });

  it('passes to the admin who removes the owner', async () => {
    const [owner, remover] = [await lectern.aUser({ name: 'Gone' }), await lectern.aUser({ role: 'admin' })];
    const { id } = await lectern.aDeck({ owner });
    await discard(owner, id);
    expect((await lectern.as(remover).delete(`/api/admin/users/${owner.id}`)).status).toBe(204);
    const found = (await trashOf(remover)).find((deck) => deck.id === id);
    expect(found).toMatchObject({ ownerId: remover.id, deletedBy: { id: '' } });
    expect((await restore(remover, id)).status).toBe(200);
  });
});

describe('a deck is deleted for good', () => {
  it('by hand: with its rows and its bytes, and it cannot be restored', async () => {
    const owner = await lectern.aUser();
    const { id } = await new Scene(lectern, { owner }).aReplacedDeck();
    const before = await lectern.leftovers();
    await discard(owner, id);
    expect((await lectern.leftovers()).blobs).toHaveLength(before.blobs.length);
    expect(await purge(owner, id)).toMatchObject({ status: 204, text: '' });
    expect((await lectern.leftovers()).blobs).toHaveLength(before.blobs.length - 2);
    expect(await isDeleted(id)).toBe(true);
    expectRefusal(await restore(owner, id), 'DECK_NOT_FOUND');
    expect(await trashOf(owner)).toEqual([]);
  });

  it('after its days in the trash, by one of several servers', async () => {
    const owner = await lectern.aUser();
    const old = await Promise.all(['a', 'b', 'c', 'd'].map((title) => lectern.aDeck({ owner, title })));
    const recent = await lectern.aDeck({ owner, title: 'recent' });
    const present = await lectern.aDeck({ owner, title: 'present' });
    for (const { id } of [...old, recent]) await discard(owner, id);
    const ids = old.map(({ id }) => id);
    await sql`update decks set deleted_at = now() - interval '8 days' where id in ${sql(ids)}`;
    await sql`update decks set deleted_at = now() - interval '6 days' where id = ${recent.id}`;
    const { blobs } = await lectern.leftovers();
    const settings = { DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRASH_DAYS: '7' };
    await using _one = await startLectern(settings);
    await using _two = await startLectern(settings);
    await eventually(async () => (await sql`select from decks where id in ${sql(ids)}`).length === 0);
    await eventually(async () => (await lectern.leftovers()).blobs.length === blobs.length - ids.length);
    expect([await isDeleted(recent.id), await isDeleted(present.id)]).toEqual([false, false]);
    const events = await sql`
      select actor_id from audit_events where kind = 'deck.purged' and details ->> 'deckId' in ${sql(ids)}`;
    expect(events).toEqual(ids.map(() => ({ actor_id: null })));
  });

  it('at once if decks are not to stay in the trash, as are those that are there', async () => {
    const owner = await lectern.aUser();
    const [first, second] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    await discard(owner, first.id);
    const keys = await sql<
      { key: string }[]
    >`select blob_key as key from versions where deck_id in ${sql([first.id, second.id])}`;
    const stored = async () => {
      const { blobs } = await lectern.leftovers();
      return keys.filter(({ key }) => blobs.some((name) => key.endsWith(name))).length;
    };
    expect(await stored()).toBe(2);
    const settings = { DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRASH_DAYS: '0' };
    await using without = await startLectern(settings);
    await eventually(() => isDeleted(first.id));
    const api = without.as(owner);
    expectRefusal(
      await api.send('DELETE', `/api/decks/${second.id}`, { headers: { 'if-match': '"another"' } }),
      'PRECONDITION_FAILED',
    );
    expect((await api.delete(`/api/decks/${second.id}`)).status).toBe(204);
    expect(await isDeleted(second.id)).toBe(true);
    await eventually(async () => (await stored()) === 0);
    expect(trashListSchema.parse((await api.get('/api/trash')).body).items).toEqual([]);
  });
});

it('an upload whose deck is in the trash happens again with the same Idempotency-Key, and a restored deck stays', async () => {
  const owner = await lectern.aUser();
  const form = anUpload(await aPackage({ title: 'Again' }));
  const headers = { ...form.headers, 'idempotency-key': 'again' };
  const upload = async () =>
    deckDetailSchema.parse((await lectern.as(owner).send('POST', '/api/decks', { ...form, headers })).body).id;
  const first = await upload();
  await discard(owner, first);
  await restore(owner, first);
  expect(await upload()).toBe(first);
  await discard(owner, first);
  const second = await upload();
  expect(second).not.toBe(first);
  expect(await upload()).toBe(second);
  await restore(owner, first);
  expect(await upload()).toBe(second);
});

it('through tRPC, the trash is the same', async () => {
  const owner = await lectern.aUser();
  const { id } = await lectern.aDeck({ owner });
  const { ask, call } = callerOf(lectern, owner);
  expect((await call('decks.delete', { id })).status).toBe(200);
  expect((await ask('trash.list', {})).text).toContain(id);
  expect((await call('trash.restore', { deckId: id })).status).toBe(200);
  expect((await call('trash.purge', { deckId: id })).status).toBe(404);
});
