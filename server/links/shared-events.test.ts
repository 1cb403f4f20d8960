import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { open } from './testing/visitor-events.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser();
const api = lectern.as(owner);

async function aShared(wish: object = {}) {
  const deck = await lectern.aDeck({ owner });
  const link = await aLink(lectern, owner, deck.id, wish);
  const path = `/api/decks/${deck.id}/links/${link.id}`;
  return { deck, link, path, visitor: new Visitor(lectern, link) };
}

/** Their ends: `rest/ended-links.test.ts`. */
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
    // A frame in which it may not be shown any more is still open.
    for (const wish of [{ allowEmbedding: true }, { embedOrigins: ['https://a.example'] }, { allowEmbedding: false }]) {
      await api.patch(path, wish);
      expect(await next()).toEqual({ name: 'version', data: { versionId: currentVersionId } });
    }
    await api.delete(path);
    expect(await next()).toMatchObject({ name: 'ended' });
  });

  it('are not sent to those who may not see the deck, and to no one while the server stops', async () => {
    const { visitor } = await aShared({ password: 'open sesame' });
    expectRefusal(await visitor.get('/events'), 'PASSWORD_REQUIRED');
    expectRefusal(await lectern.as(null).get('/api/shared/nothing/events'), 'LINK_NOT_FOUND');
    await visitor.unlock('open sesame');
    const answer = await visitor.get('/events?seconds=1');
    expect([answer.status, answer.text]).toEqual([200, 'event: ping\ndata: {}\n\n']);
    // Without frames of their own, events take half of the time to reach a large audience.
    expect(answer.headers['transfer-encoding']).toBeUndefined();
    for (const seconds of ['0', '9999', 'x']) expectRefusal(await visitor.get(`/events?seconds=${seconds}`), 'VALIDATION_FAILED');
  });
});
