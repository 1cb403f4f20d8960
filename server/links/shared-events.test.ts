import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { open } from './testing/visitor-events.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const owner = await lectern.aUser();
const api = lectern.as(owner);

async function aShared(wish: object = {}) {
  const deck = await lectern.aDeck({ owner });
  const link = await aLink(lectern, owner, deck.id, wish);
  const path = `/api/decks/${deck.id}/links/${link.id}`;
  return { deck, link, path, visitor: new Visitor(lectern, link) };
}

describe('the events of a link', () => {
  it('tell that another version is shown, and what the link allows', async () => {
    const { deck, visitor, path } = await aShared();
    const next = await open(lectern, visitor);
    const form = anUpload(await aPackage({ title: 'Corrected' }));
    const { body } = await api.send('POST', `/api/decks/${deck.id}/versions`, form);
    const { currentVersionId } = body as { currentVersionId: string };
    expect(await next()).toEqual({ name: 'version', data: { versionId: currentVersionId } });
    await api.patch(path, { showNotes: true });
    expect(await next()).toEqual({ name: 'version', data: { versionId: currentVersionId } });
    await api.delete(path);
    expect(await next()).toMatchObject({ name: 'ended' });
  });

  const endings: [string, string, (shared: Awaited<ReturnType<typeof aShared>>) => Promise<unknown>][] = [
    ['is deleted', 'LINK_NOT_FOUND', ({ path }) => api.delete(path)],
    ['is paused', 'LINK_EXPIRED', ({ path }) => api.patch(path, { paused: true })],
    ['gets a password', 'PASSWORD_REQUIRED', ({ path }) => api.patch(path, { password: 'another word' })],
    ['leads to a deck in the trash', 'LINK_NOT_FOUND', ({ deck }) => api.delete(`/api/decks/${deck.id}`)],
    ['expires', 'LINK_EXPIRED', ({ link }) => sql`update links set expires_at = now() where id = ${link.id}`],
  ];
  it.each(endings)('end on every instance when it %s, with %s', async (_, code, end) => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
    const shared = await aShared();
    const streams = [await open(lectern, shared.visitor), await open(other, shared.visitor)];
    await end(shared);
    for (const next of streams) {
      expect(await next()).toEqual({ name: 'ended', data: { code } });
      expect(await next()).toBeUndefined();
    }
  });

  it('are not sent to those who may not see the deck, and to no one while the server stops', async () => {
    const { visitor } = await aShared({ password: 'open sesame' });
    expectRefusal(await visitor.get('/events'), 'PASSWORD_REQUIRED');
    expectRefusal(await lectern.as(null).get('/api/shared/nothing/events'), 'LINK_NOT_FOUND');
    await visitor.unlock('open sesame');
    const answer = await visitor.get('/events?seconds=1');
    expect([answer.status, answer.text]).toEqual([200, 'event: ping\ndata: {}\n\n']);
    for (const seconds of ['0', '9999', 'x']) expectRefusal(await visitor.get(`/events?seconds=${seconds}`), 'VALIDATION_FAILED');
  });
});
