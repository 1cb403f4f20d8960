import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';

const lectern = await aLectern();
const boss = await lectern.aUser({ role: 'admin' });
const [api, anonymous] = [lectern.as(boss), lectern.as(null)];
const { id } = await lectern.aDeck({ owner: boss });
const invite = '/api/admin/invites';

/** Every place that takes a text. */
const PLACES: Record<string, (text: string) => ReturnType<typeof api.get>> = {
  'the title of a deck': (text) => api.patch(`/api/decks/${id}`, { title: text }),
  'the visibility of a deck': (text) => api.patch(`/api/decks/${id}`, { visibility: text }),
  'a note': (text) => api.put(`/api/decks/${id}/notes/0`, { body: text }),
  'the version of a note': (text) => api.put(`/api/decks/${id}/notes/0`, { body: 'x', versionId: text }),
  'the version of an annotation': (text) => api.put(`/api/decks/${id}/annotations/0`, { payload: 1, versionId: text }),
  'an address to sign in': (text) => anonymous.post('/api/auth/sign-in/email', { email: text, password: 'x' }),
  'a password to sign in': (text) => anonymous.post('/api/auth/sign-in/email', { email: 'a@b.example', password: text }),
  'an invite to join by': (text) =>
    anonymous.post('/api/auth/sign-up/email', { email: 'a@b.example', password: 'long enough', inviteToken: text }),
  'the role of an invite': (text) => api.post(invite, { role: text }),
  'the address of an invite': (text) => api.post(invite, { email: text }),
  'a procedure of a deck': (text) => api.post('/api/trpc/decks.update', { id, title: text }),
  'the id of a deck, to a procedure': (text) => api.post('/api/trpc/decks.delete', { id: text }),
};

const HOSTILE: Record<string, string> = {
  NUL: 'a\0b',
  'a high surrogate': 'a\ud800b',
  'a low surrogate': '\udfff',
  SQL: `'; drop table users; --`,
  'a template': '${7*7}{{7*7}}',
  'right to left': '\u202eevil',
  'a long text': 'x'.repeat(200_000),
};

describe.each(Object.entries(PLACES))('in %s', (_place, put) => {
  it.each(Object.entries(HOSTILE))('%s is accepted or refused and never causes an internal error', async (_what, text) => {
    const { status } = await put(text);
    expect(status).toBeLessThan(500);
    if (/[\0\ud800-\udfff]/.test(text)) expect(status).toBeGreaterThanOrEqual(400);
  });
});

/** The same texts in query strings, where they are escaped. */
describe.each(['query', 'owner', 'sort', 'limit', 'cursor', 'unknown'])('in the query %s', (name) => {
  it.each(['%00', 'a%00', '%ED%A0%80', '%FF', '%F0%9F%8E%89', "'", '%27%3B--', '%252e', '%0d%0aX-Injected:%201'])(
    '%s is accepted or refused',
    async (value) => {
      const answer = await api.get(`/api/decks?${name}=${value}`);
      expect([200, 400]).toContain(answer.status);
      expect(answer.headers['x-injected']).toBeUndefined();
    },
  );
});
