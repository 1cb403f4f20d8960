import { describe, expect, it } from 'vitest';
import { aLectern, startLectern } from '#server/testing/lectern.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const [api, nobody] = [lectern.as(owner), lectern.as(null)];
const { id } = await lectern.aDeck({ owner });
const input = (value: unknown) => `?input=${encodeURIComponent(JSON.stringify(value))}`;
const refusal = (code: string, details: unknown = expect.anything()) => ({
  error: { data: { code, message: expect.any(String), details }, message: expect.any(String), code: expect.any(Number) },
});

describe('a procedure', () => {
  it('answers to queries and mutations as REST does', async () => {
    const rest = (await api.get(`/api/decks/${id}`)).body;
    expect((await api.get(`/api/trpc/decks.get${input({ id })}`)).body).toEqual({ result: { data: rest } });
    expect((await api.post('/api/trpc/notes.set', { id, slideIndex: 0, body: 'x' })).body).toMatchObject({
      result: { data: { body: 'x', revision: 1 } },
    });
  });

  it('answers to several at once', async () => {
    const both = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id: 'none' } }));
    const { status, body } = await api.get(`/api/trpc/decks.get,decks.get?batch=1&input=${both}`);
    expect(status).toBe(207);
    expect(body).toMatchObject([{ result: { data: { id } } }, refusal('DECK_NOT_FOUND')]);
  });

  it.each([
    ['nobody', 401, 'UNAUTHENTICATED', () => nobody.get('/api/trpc/decks.list')],
    ['a user where an admin is wanted', 403, 'FORBIDDEN', () => api.get('/api/trpc/invites.list')],
    ['an unknown deck', 404, 'DECK_NOT_FOUND', () => api.get(`/api/trpc/decks.get${input({ id: 'x' })}`)],
    ['an input out of rule', 400, 'VALIDATION_FAILED', () => api.get(`/api/trpc/decks.list${input({ limit: 0 })}`)],
    ['no input', 400, 'VALIDATION_FAILED', () => api.get('/api/trpc/decks.get')],
    ['an input that is no JSON', 400, 'MALFORMED_JSON', () => api.get('/api/trpc/decks.get?input={bad')],
    [
      'a body that is no JSON',
      400,
      'MALFORMED_JSON',
      () => api.send('POST', '/api/trpc/notes.set', { headers: { 'content-type': 'application/json' }, body: '{' }),
    ],
    [
      'a body of another type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () => api.send('POST', '/api/trpc/notes.set', { headers: { 'content-type': 'text/plain' }, body: '{}' }),
    ],
    [
      'a body that is too large',
      413,
      'PAYLOAD_TOO_LARGE',
      () => api.post('/api/trpc/notes.set', { body: 'x'.repeat(2_000_000) }),
    ],
    ['an unknown procedure', 404, 'NOT_FOUND', () => api.get('/api/trpc/decks.nothing')],
    ['another method', 405, 'METHOD_NOT_ALLOWED', () => api.post('/api/trpc/decks.list', {})],
    ['a mutation by GET', 405, 'METHOD_NOT_ALLOWED', () => api.get(`/api/trpc/decks.delete${input({ id })}`)],
    [
      'an overtaken revision',
      412,
      'PRECONDITION_FAILED',
      () => api.post('/api/trpc/notes.set', { id, slideIndex: 1, body: 'x', ifRevision: 7 }),
    ],
    [
      'a slide past the end',
      404,
      'SLIDE_NOT_FOUND',
      () => api.post('/api/trpc/notes.set', { id, slideIndex: 5_000_000_000, body: 'x' }),
    ],
    [
      'a revision past every end',
      412,
      'PRECONDITION_FAILED',
      () => api.post('/api/trpc/notes.set', { id, slideIndex: 1, body: 'x', ifRevision: 5_000_000_000 }),
    ],
    [
      'an older version',
      409,
      'VERSION_CHANGED',
      () => api.post('/api/trpc/notes.set', { id, slideIndex: 0, body: 'x', versionId: 'old' }),
    ],
  ])('refuses %s with our code and no stack', async (_, status, code, ask) => {
    const answer = await ask();
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: refusal(code) });
    expect(answer.text).not.toMatch(/stack|node_modules|\.ts:/);
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
  });

  it('that fails on our side says nothing of its cause, and the log does', async () => {
    await lectern.database.sql`alter table notes rename to notes_gone`;
    const answer = await api.post('/api/trpc/notes.set', { id, slideIndex: 0, body: 'a very private note' });
    await lectern.database.sql`alter table notes_gone rename to notes`;
    expect(answer).toMatchObject({ status: 500, body: refusal('INTERNAL') });
    expect(answer.text).not.toMatch(/notes_|insert|stack/);
    const records = lectern.logged.filter((line) => line.includes(String(answer.headers['x-request-id'])));
    expect(records.some((line) => line.includes('42P01'))).toBe(true);
    expect(records.join('')).not.toContain('a very private note');
  });

  it('without its database is unavailable, not broken', async () => {
    await using other = await startLectern();
    const theirs = other.as(await other.aUser());
    await other.database.sql.unsafe(`alter table sessions rename to sessions_gone`);
    const answer = await theirs.get('/api/trpc/decks.list');
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: refusal('UNAVAILABLE', { requestId: answer.headers['x-request-id'] }),
    });
    await other.database.sql.unsafe(`alter table sessions_gone rename to sessions`);
    expect((await theirs.get(`/api/trpc/decks.list${input({})}`)).status).toBe(200);
  });
});
