import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import type { Api } from '#server/testing/api.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { deckPeopleSchema, memberListSchema } from '#shared/deck-people.ts';
import { type DeckDetail, deckDetailSchema, deckListSchema } from '#shared/decks.ts';
import { DECK_PEOPLE_MAX, DECKS_MAX, SHARED_DECKS_MAX } from '#shared/limits.ts';

const lectern = await aLectern({ USER_QUOTA_BYTES: '1000000' });
const { sql } = lectern.database;

async function aDeck(owner: TestUser, visibility: 'private' | 'team' = 'private'): Promise<DeckDetail> {
  const answer = await lectern.as(owner).send('POST', '/api/decks', anUpload(await aPackage({ title: 'Plans' }), { visibility }));
  return deckDetailSchema.parse(answer.body);
}

const shareWith = (api: Api, deckId: string, userId: string, access: 'read' | 'edit') =>
  api.put(`/api/decks/${deckId}/people/${userId}`, { access });

async function peopleOf(api: Api, deckId: string): Promise<[string, string][]> {
  const { items } = deckPeopleSchema.parse((await api.get(`/api/decks/${deckId}/people`)).body);
  return items.map(({ user, access }) => [user.name, access]);
}

/** An owner, a member, and a deck of the owner's. */
async function given(visibility: 'private' | 'team' = 'private') {
  const [owner, member] = [await lectern.aUser({ name: 'Olga' }), await lectern.aUser({ name: 'Mona' })];
  return { owner, member, deck: await aDeck(owner, visibility), byOwner: lectern.as(owner), byMember: lectern.as(member) };
}

describe('a deck that is shared with a person', () => {
  it('can be read by that person and is in their list', async () => {
    const { member, deck, byOwner, byMember } = await given();
    expectRefusal(await byMember.get(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
    const answer = await shareWith(byOwner, deck.id, member.id, 'read');
    expect(answer).toMatchObject({ status: 200, body: { user: { id: member.id, name: 'Mona' }, access: 'read' } });
    expect((await byMember.get(`/api/decks/${deck.id}`)).body).toMatchObject({
      permissions: { edit: false, share: false, manage: false, delete: false },
    });
    for (const query of ['', '?owner=shared', '?owner=shared&query=plans', '?owner=shared&sort=title']) {
      const { items } = deckListSchema.parse((await byMember.get(`/api/decks${query}`)).body);
      expect([query, items.map(({ id }) => id)]).toEqual([query, [deck.id]]);
    }
    expect(deckListSchema.parse((await byMember.get('/api/decks?owner=me')).body).items).toEqual([]);
    expect(deckListSchema.parse((await byOwner.get('/api/decks?owner=shared')).body).items).toEqual([]);
  });

  it('can be edited with the access `edit`, but not managed', async () => {
    const { member, deck, byOwner, byMember } = await given();
    await shareWith(byOwner, deck.id, member.id, 'read');
    expectRefusal(await byMember.patch(`/api/decks/${deck.id}`, { title: 'Mine' }), 'FORBIDDEN');
    await shareWith(byOwner, deck.id, member.id, 'edit');
    expect((await byMember.patch(`/api/decks/${deck.id}`, { title: 'Ours' })).body).toMatchObject({
      title: 'Ours',
      permissions: { edit: true, share: true, manage: false, delete: false },
    });
    const upload = anUpload(await aPackage({ title: 'Plans, again' }));
    expect((await byMember.send('POST', `/api/decks/${deck.id}/versions`, upload)).body).toMatchObject({
      currentVersion: { number: 2, createdBy: { id: member.id } },
      permissions: { edit: true, manage: false },
    });
    for (const answer of [
      await byMember.patch(`/api/decks/${deck.id}`, { visibility: 'team' }),
      await shareWith(byMember, deck.id, (await lectern.aUser()).id, 'read'),
      await byMember.put(`/api/decks/${deck.id}/owner`, { userId: member.id }),
      await byMember.delete(`/api/decks/${deck.id}`),
    ])
      expectRefusal(answer, 'FORBIDDEN');
  });

  it('has its people in a list by name, without the owner, in pages', async () => {
    const { owner, deck, byOwner } = await given();
    for (const name of ['Zoe', 'ada', 'Bo']) await shareWith(byOwner, deck.id, (await lectern.aUser({ name })).id, 'read');
    expect(await peopleOf(byOwner, deck.id)).toEqual([
      ['ada', 'read'],
      ['Bo', 'read'],
      ['Zoe', 'read'],
    ]);
    const first = deckPeopleSchema.parse((await byOwner.get(`/api/decks/${deck.id}/people?limit=2`)).body);
    const cursor = encodeURIComponent(first.nextCursor ?? '');
    const second = deckPeopleSchema.parse((await byOwner.get(`/api/decks/${deck.id}/people?limit=2&cursor=${cursor}`)).body);
    expect([...first.items, ...second.items].map(({ user }) => user.name)).toEqual(['ada', 'Bo', 'Zoe']);
    expect(second.nextCursor).toBeNull();
    expect(first.items.map(({ user }) => user.id)).not.toContain(owner.id);
  });

  it('keeps the date when the access changes', async () => {
    const { member, deck, byOwner } = await given();
    const before = await shareWith(byOwner, deck.id, member.id, 'read');
    const after = await shareWith(byOwner, deck.id, member.id, 'edit');
    expect(after.body).toEqual({ ...(before.body as object), access: 'edit' });
  });

  it('is no longer readable once the sharing ends, and neither is its playback address', async () => {
    const { member, deck, byOwner, byMember } = await given();
    await shareWith(byOwner, deck.id, member.id, 'read');
    const { body } = await byMember.get(`/api/decks/${deck.id}/playback`);
    const { baseUrl } = body as { baseUrl: string };
    const slide = () => lectern.send({ path: new URL('slides/1.html', baseUrl).pathname });
    expect((await slide()).status).toBe(200);
    expect((await byOwner.delete(`/api/decks/${deck.id}/people/${member.id}`)).status).toBe(204);
    expect((await slide()).status).toBe(404);
    expectRefusal(await byMember.get(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
    expect((await byOwner.delete(`/api/decks/${deck.id}/people/${member.id}`)).status).toBe(204);
  });

  it('can be left by that person', async () => {
    const { member, deck, byOwner, byMember } = await given();
    const other = await lectern.aUser();
    for (const { id } of [member, other]) await shareWith(byOwner, deck.id, id, 'edit');
    expectRefusal(await byMember.delete(`/api/decks/${deck.id}/people/${other.id}`), 'FORBIDDEN');
    expect((await byMember.delete(`/api/decks/${deck.id}/people/${member.id}`)).status).toBe(204);
    expectRefusal(await byMember.get(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
    expect((await peopleOf(byOwner, deck.id)).length).toBe(1);
  });
});

describe('sharing is refused', () => {
  it('with the owner, unknown and disabled users', async () => {
    const { owner, deck, byOwner } = await given();
    expectRefusal(await shareWith(byOwner, deck.id, owner.id, 'edit'), 'VALIDATION_FAILED');
    expectRefusal(await shareWith(byOwner, deck.id, 'unknown', 'read'), 'USER_NOT_FOUND');
    const disabled = await lectern.aUser();
    await sql`update users set disabled_at = now() where id = ${disabled.id}`;
    expectRefusal(await shareWith(byOwner, deck.id, disabled.id, 'read'), 'USER_NOT_FOUND');
    expectRefusal(await byOwner.put(`/api/decks/${deck.id}/owner`, { userId: disabled.id }), 'USER_NOT_FOUND');
    expectRefusal(await byOwner.put(`/api/decks/${deck.id}/people/${owner.id}`, { access: 'own' }), 'VALIDATION_FAILED');
  });

  it('by readers, and hides a deck that the caller may not read', async () => {
    const { member, deck, byMember } = await given('team');
    expectRefusal(await shareWith(byMember, deck.id, member.id, 'edit'), 'FORBIDDEN');
    const { deck: hidden } = await given();
    expectRefusal(await shareWith(byMember, hidden.id, member.id, 'edit'), 'DECK_NOT_FOUND');
    expectRefusal(await byMember.get(`/api/decks/${hidden.id}/people`), 'DECK_NOT_FOUND');
  });

  it('beyond the limits of a deck and of a person', async () => {
    const { owner, member, deck, byOwner } = await given();
    await sql`insert into users (id, name, email) select ${deck.id} || n, 'x', ${deck.id} || n || '@example.test'
      from generate_series(1, ${DECK_PEOPLE_MAX}) n`;
    await sql`insert into deck_people (deck_id, user_id, access) select ${deck.id}, ${deck.id} || n, 'read'
      from generate_series(1, ${DECK_PEOPLE_MAX}) n`;
    expectRefusal(await shareWith(byOwner, deck.id, member.id, 'read'), 'LIMIT_REACHED');
    expect((await shareWith(byOwner, deck.id, `${deck.id}1`, 'edit')).status).toBe(200);

    const { deck: another } = await given();
    const keeper = await lectern.aUser();
    await sql`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
      select ${another.id} || n, ${keeper.id}, 'x', 'private', '', '', 1, false from generate_series(1, ${SHARED_DECKS_MAX}) n`;
    await sql`insert into deck_people (deck_id, user_id, access) select ${another.id} || n, ${member.id}, 'read'
      from generate_series(1, ${SHARED_DECKS_MAX}) n`;
    const { id } = await aDeck(owner);
    expectRefusal(await shareWith(byOwner, id, member.id, 'read'), 'LIMIT_REACHED');
  });
});

describe('the owner of a deck', () => {
  it('gives it to another person and may go on editing it', async () => {
    const { owner, member, deck, byOwner, byMember } = await given();
    await shareWith(byOwner, deck.id, member.id, 'read');
    const { updatedAt } = deckDetailSchema.parse((await byOwner.get(`/api/decks/${deck.id}`)).body);
    expect((await byOwner.put(`/api/decks/${deck.id}/owner`, { userId: member.id })).body).toMatchObject({
      ownerId: member.id,
      owner: { id: member.id, name: 'Mona' },
      updatedAt,
      permissions: { edit: true, manage: false },
    });
    expect((await byMember.get(`/api/decks/${deck.id}`)).body).toMatchObject({ permissions: { manage: true } });
    expect(await peopleOf(byMember, deck.id)).toEqual([['Olga', 'edit']]);
    expect((await byMember.delete(`/api/decks/${deck.id}/people/${owner.id}`)).status).toBe(204);
  });

  it('can be changed by an admin, also to that admin', async () => {
    const { owner, deck } = await given();
    const admin = await lectern.aUser({ role: 'admin' });
    const byAdmin = lectern.as(admin);
    expect((await byAdmin.put(`/api/decks/${deck.id}/owner`, { userId: admin.id })).body).toMatchObject({ ownerId: admin.id });
    expect((await byAdmin.put(`/api/decks/${deck.id}/owner`, { userId: admin.id })).status).toBe(200);
    expect((await lectern.as(owner).get(`/api/decks/${deck.id}`)).body).toMatchObject({ permissions: { edit: true } });
  });

  it('cannot give it to a person whose storage or number of decks it would exceed', async () => {
    const { member, deck, byOwner } = await given();
    const [full, many] = [await lectern.aUser(), member];
    const stored = await aDeck(full);
    await sql`update versions set size_bytes = 1000000 where deck_id = ${stored.id}`;
    expectRefusal(await byOwner.put(`/api/decks/${deck.id}/owner`, { userId: full.id }), 'STORAGE_FULL');
    await sql`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
      select gen_random_uuid(), ${many.id}, 'x', 'private', '', '', 1, false from generate_series(1, ${DECKS_MAX})`;
    expectRefusal(await byOwner.put(`/api/decks/${deck.id}/owner`, { userId: many.id }), 'LIMIT_REACHED');
    expect((await byOwner.get(`/api/decks/${deck.id}`)).body).toMatchObject({ permissions: { manage: true } });
  });

  it('passes it on when they are removed, to an admin with whom it may be shared', async () => {
    const { owner, deck, byOwner } = await given();
    const admin = await lectern.aUser({ role: 'admin' });
    await shareWith(byOwner, deck.id, admin.id, 'read');
    expect((await lectern.as(admin).delete(`/api/admin/users/${owner.id}`)).status).toBe(204);
    expect(await peopleOf(lectern.as(admin), deck.id)).toEqual([]);
    expect((await lectern.as(admin).get(`/api/decks/${deck.id}`)).body).toMatchObject({ ownerId: admin.id });
  });
});

describe('people are found', () => {
  const find = async (api: Api, query: string) => {
    const { items } = memberListSchema.parse((await api.get(`/api/people?query=${encodeURIComponent(query)}`)).body);
    return items.map(({ name }) => name);
  };

  it('by the start of a word of their name or address, in any case', async () => {
    const names = ['Grace Hopper', 'Anne-Marie O’Neill', 'Grażyna Kłos', '李小龍', 'Percy 100%_\\'];
    for (const [at, name] of names.entries()) {
      const { id } = await lectern.aUser({ name });
      await sql`update users set email = ${`nr.${at}-lookup@zwölf.example`} where id = ${id}`;
    }
    const api = lectern.as(await lectern.aUser());
    expect(await find(api, 'hop')).toEqual(['Grace Hopper']);
    expect(await find(api, 'GRACE h')).toEqual(['Grace Hopper']);
    expect(await find(api, ' gra')).toEqual(['Grace Hopper', 'Grażyna Kłos']);
    expect(await find(api, 'marie')).toEqual(['Anne-Marie O’Neill']);
    expect(await find(api, 'kłos')).toEqual(['Grażyna Kłos']);
    expect(await find(api, '李')).toEqual(['李小龍']);
    expect(await find(api, 'nr.1')).toEqual(['Anne-Marie O’Neill']);
    expect((await find(api, 'lookup')).length).toBe(names.length);
    expect((await find(api, 'lookup@zwölf.example')).length).toBe(names.length);
    expect(await find(api, 'opper')).toEqual([]);
    expect(await find(api, '100%')).toEqual(['Percy 100%_\\']);
    expect(await find(api, 'percy 1%0')).toEqual([]);
  });

  it('without those who are disabled, and in pages by name', async () => {
    const people = await Promise.all(['Quentin C', 'Quentin A', 'Quentin B', 'Quentin D'].map((name) => lectern.aUser({ name })));
    await sql`update users set disabled_at = now() where id = ${people[3]?.id ?? ''}`;
    const api = lectern.as(await lectern.aUser());
    const first = memberListSchema.parse((await api.get('/api/people?query=quentin&limit=2')).body);
    const cursor = encodeURIComponent(first.nextCursor ?? '');
    const second = memberListSchema.parse((await api.get(`/api/people?query=quentin&limit=2&cursor=${cursor}`)).body);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Quentin A', 'Quentin B', 'Quentin C']);
    expect(second.nextCursor).toBeNull();
    expectRefusal(await api.get(`/api/people?query=other&cursor=${cursor}`), 'VALIDATION_FAILED');
  });

  it('with their address, only by users who are signed in', async () => {
    const user = await lectern.aUser({ name: 'Xenia' });
    expect((await lectern.as(user).get('/api/people?query=xenia')).body).toMatchObject({
      items: [{ id: user.id, name: 'Xenia', email: user.email }],
    });
    expectRefusal(await lectern.send({ path: '/api/people' }), 'UNAUTHENTICATED');
  });
});
