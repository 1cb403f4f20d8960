import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { auditListSchema } from '#shared/audit.ts';
import { linkListSchema, linkSchema } from '#shared/links.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const owner = await lectern.aUser();
const api = lectern.as(owner);

const listed = async (id: string) => linkListSchema.parse((await api.get(`/api/decks/${id}/links`)).body).items;

describe('a new link', () => {
  it('allows nothing but looking, and shows the current version', async () => {
    const { id } = await lectern.aDeck({ owner });
    const answer = await api.post(`/api/decks/${id}/links`, {});
    const link = linkSchema.parse(answer.body);
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/decks/${id}/links/${link.id}`]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(link).toMatchObject({
      deckId: id,
      name: null,
      createdBy: { id: owner.id },
      expiresAt: null,
      hasPassword: false,
      versionId: null,
      allowDownload: false,
      allowEmbedding: false,
      embedOrigins: [],
      showNotes: false,
      showDrawings: false,
      allowComments: false,
      askFor: 'nothing',
      paused: false,
      status: 'active',
      visitCount: 0,
      lastVisitAt: null,
    });
    expect(link.url).toMatch(/^http:\/\/localhost:\d+\/s\/[\w-]{43}$/);
    expect((await api.get(String(answer.headers.location))).body).toEqual(link);
    expect(await listed(id)).toEqual([link]);
  });

  it('has a secret that is stored nowhere and logged nowhere, but the same each time', async () => {
    const { id } = await lectern.aDeck({ owner });
    const link = await aLink(lectern, owner, id, { password: 'a secret word' });
    const visitor = new Visitor(lectern, link);
    await visitor.get();
    await visitor.unlock('a secret word');
    await visitor.get();
    const rows = await sql`select * from links where id = ${link.id}`;
    expect(JSON.stringify(rows)).not.toContain(visitor.token);
    expect(JSON.stringify(rows)).not.toContain('a secret word');
    expect(lectern.logged.join('\n')).not.toMatch(new RegExp(`${visitor.token}|a secret word|${visitor.grant}`));
    expect((await listed(id))[0]?.url).toBe(link.url);
  });

  it('has what was asked for', async () => {
    const { id, currentVersionId: versionId } = await lectern.aDeck({ owner });
    const wish = {
      name: '  For the board ',
      expiresAt: '2099-01-01T00:00:00+01:00',
      versionId,
      allowDownload: true,
      allowEmbedding: true,
      embedOrigins: ['http://localhost:3000', 'https://www.example.com'],
      showNotes: true,
      showDrawings: true,
      allowComments: true,
      askFor: 'email',
      paused: true,
    };
    const link = await aLink(lectern, owner, id, { ...wish, password: 'four', id: 'mine', visitCount: 7, deckId: 'another' });
    expect(link).toMatchObject({
      ...wish,
      name: 'For the board',
      expiresAt: '2098-12-31T23:00:00.000Z',
      hasPassword: true,
      status: 'paused',
      visitCount: 0,
      deckId: id,
    });
    expect(link.id).not.toBe('mine');
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(101) },
    { expiresAt: '2020-01-01T00:00:00Z' },
    { expiresAt: 'tomorrow' },
    { password: 'abc' },
    { password: 'x'.repeat(129) },
    { password: 'a\0bcd' },
    { allowDownload: 'yes' },
    { askFor: 'phone' },
    { embedOrigins: 'https://example.com' },
    { embedOrigins: ['https://example.com/page'] },
    { embedOrigins: ["https://example.com; script-src 'unsafe-inline'"] },
    { embedOrigins: Array.from({ length: 21 }, (_, nth) => `https://${nth}.example`) },
    { versionId: '' },
  ])('is not created from %j', async (wish) => {
    const { id } = await lectern.aDeck({ owner });
    expectRefusal(await api.post(`/api/decks/${id}/links`, wish), 'VALIDATION_FAILED');
    expect(await listed(id)).toEqual([]);
  });

  it('cannot show a version of another deck', async () => {
    const [{ id }, other] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    const wish = { versionId: other.currentVersionId };
    expectRefusal(await api.post(`/api/decks/${id}/links`, wish), 'VERSION_NOT_FOUND');
    const link = await aLink(lectern, owner, id);
    expectRefusal(await api.patch(`/api/decks/${id}/links/${link.id}`, wish), 'VERSION_NOT_FOUND');
  });
});

describe('a link', () => {
  it('is changed field by field', async () => {
    const { id, currentVersionId: versionId } = await lectern.aDeck({ owner });
    const link = await aLink(lectern, owner, id, { name: 'x', password: 'four', expiresAt: '2099-01-01T00:00:00Z', versionId });
    const change = async (wish: object) => linkSchema.parse((await api.patch(`/api/decks/${id}/links/${link.id}`, wish)).body);
    expect(await change({})).toEqual(link);
    expect(await change({ showNotes: true })).toEqual({ ...link, showNotes: true });
    expect(await change({ name: null, password: null, expiresAt: null, versionId: null, paused: true })).toEqual({
      ...link,
      showNotes: true,
      name: null,
      hasPassword: false,
      expiresAt: null,
      versionId: null,
      paused: true,
      status: 'paused',
    });
  });

  it('belongs to its deck: not to be reached through another one', async () => {
    const [{ id }, other] = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    const link = await aLink(lectern, owner, id);
    const path = `/api/decks/${other.id}/links/${link.id}`;
    expectRefusal(await api.get(path), 'LINK_NOT_FOUND');
    expectRefusal(await api.patch(path, { showNotes: true }), 'LINK_NOT_FOUND');
    expectRefusal(await api.delete(path), 'LINK_NOT_FOUND');
    expect(await listed(id)).toEqual([link]);
  });

  it('can be made and ended by everyone who may edit the deck, and by no one else', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const [editor, reader] = [await lectern.aUser(), await lectern.aUser()];
    await api.put(`/api/decks/${id}/people/${editor.id}`, { access: 'edit' });
    const link = await aLink(lectern, editor, id);
    const path = `/api/decks/${id}/links`;
    expectRefusal(await lectern.as(reader).get(path), 'FORBIDDEN');
    expectRefusal(await lectern.as(reader).post(path, {}), 'FORBIDDEN');
    expectRefusal(await lectern.as(reader).patch(`${path}/${link.id}`, { showNotes: true }), 'FORBIDDEN');
    expectRefusal(await lectern.as(reader).delete(`${path}/${link.id}`), 'FORBIDDEN');
    expect((await api.delete(`${path}/${link.id}`)).status).toBe(204);
    expectRefusal(await api.delete(`${path}/${link.id}`), 'LINK_NOT_FOUND');
  });

  it('goes on when the person who made it loses their rights, or their account', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const editor = await lectern.aUser();
    await api.put(`/api/decks/${id}/people/${editor.id}`, { access: 'edit' });
    const link = await aLink(lectern, editor, id);
    await api.put(`/api/decks/${id}/people/${editor.id}`, { access: 'read' });
    expectRefusal(await lectern.as(editor).get(`/api/decks/${id}/links`), 'FORBIDDEN');
    expect((await new Visitor(lectern, link).get()).status).toBe(200);
    const admin = await lectern.aUser({ role: 'admin' });
    expect((await lectern.as(admin).delete(`/api/admin/users/${editor.id}`)).status).toBe(204);
    expect((await new Visitor(lectern, link).get()).status).toBe(200);
    expect((await listed(id))[0]).toMatchObject({ id: link.id, createdBy: { id: '', name: 'Removed user' } });
  });

  it('leaves events in the audit list, without its secret', async () => {
    const admin = await lectern.aUser({ role: 'admin' });
    const { id, title } = await lectern.aDeck({ owner });
    const link = await aLink(lectern, owner, id, { name: 'Fair' });
    await api.patch(`/api/decks/${id}/links/${link.id}`, { password: 'another word', allowDownload: true });
    await api.delete(`/api/decks/${id}/links/${link.id}`);
    const { items } = auditListSchema.parse((await lectern.as(admin).get('/api/admin/audit?limit=100')).body);
    const about = { deckId: id, title, link: { id: link.id, name: 'Fair' } };
    const events = items.filter(({ details }) => details['deckId'] === id).map(({ kind, details }) => ({ kind, details }));
    expect(events).toEqual([
      { kind: 'link.deleted', details: about },
      { kind: 'link.changed', details: { ...about, fields: ['allowDownload', 'password'] } },
      { kind: 'link.created', details: about },
    ]);
    expect(JSON.stringify(items)).not.toContain(new Visitor(lectern, link).token);
  });
});

describe('the list of links', () => {
  it('has the newest first, page by page', async () => {
    const { id } = await lectern.aDeck({ owner });
    const names = ['first', 'second', 'third'];
    for (const name of names) await aLink(lectern, owner, id, { name });
    const one = linkListSchema.parse((await api.get(`/api/decks/${id}/links?limit=2`)).body);
    const two = linkListSchema.parse((await api.get(`/api/decks/${id}/links?limit=2&cursor=${one.nextCursor}`)).body);
    expect([...one.items, ...two.items].map(({ name }) => name)).toEqual(names.toReversed());
    expect(two.nextCursor).toBeNull();
    const { id: other } = await lectern.aDeck({ owner });
    expectRefusal(await api.get(`/api/decks/${other}/links?cursor=${one.nextCursor}`), 'VALIDATION_FAILED');
  });
});
