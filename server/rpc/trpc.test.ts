import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { insertUser } from '#server/testing/people.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const [api, anonymous] = [lectern.as(owner), lectern.as(null)];
const { id } = await lectern.aDeck({ owner });
const input = (value: unknown) => `?input=${encodeURIComponent(JSON.stringify(value))}`;
const refusal = (code: string, details: unknown = expect.anything()) => ({
  error: { data: { code, message: expect.any(String), details }, message: expect.any(String), code: expect.any(Number) },
});

describe('a procedure', () => {
  it('answers queries and mutations like REST', async () => {
    const rest = (await api.get(`/api/decks/${id}`)).body;
    expect((await api.get(`/api/trpc/decks.get${input({ id })}`)).body).toEqual({ result: { data: rest } });
    expect((await api.post('/api/trpc/notes.set', { id, slideIndex: 0, body: 'x' })).body).toMatchObject({
      result: { data: { body: 'x', revision: 1 } },
    });
  });

  it('answers a batch of several calls', async () => {
    const both = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id: 'none' } }));
    const { status, body } = await api.get(`/api/trpc/decks.get,decks.get?batch=1&input=${both}`);
    expect(status).toBe(207);
    expect(body).toMatchObject([{ result: { data: { id } } }, refusal('DECK_NOT_FOUND')]);
  });

  it.each([
    ['an anonymous caller', 401, 'UNAUTHENTICATED', () => anonymous.get('/api/trpc/decks.list')],
    ['a user who is no admin', 403, 'FORBIDDEN', () => api.get('/api/trpc/invites.list')],
    ['an unknown deck', 404, 'DECK_NOT_FOUND', () => api.get(`/api/trpc/decks.get${input({ id: 'x' })}`)],
    ['an input that is not valid', 400, 'VALIDATION_FAILED', () => api.get(`/api/trpc/decks.list${input({ limit: 0 })}`)],
    ['no input', 400, 'VALIDATION_FAILED', () => api.get('/api/trpc/decks.get')],
    ['an input that is not JSON', 400, 'MALFORMED_JSON', () => api.get('/api/trpc/decks.get?input={bad')],
    [
      'a body that is not JSON',
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
      'an outdated revision',
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
      'a revision that is too large for any record',
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

  it('that requires authentication says how to authenticate', async () => {
    const answer = await anonymous.get('/api/trpc/decks.list');
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Lectern"']);
  });

  it('that fails in the server reveals no cause; the log contains it', async () => {
    await lectern.database.sql`alter table notes rename to notes_gone`;
    const answer = await api.post('/api/trpc/notes.set', { id, slideIndex: 0, body: 'a very private note' });
    await lectern.database.sql`alter table notes_gone rename to notes`;
    expect(answer).toMatchObject({ status: 500, body: refusal('INTERNAL') });
    expect(answer.text).not.toMatch(/notes_|insert|stack/);
    const records = lectern.logged.filter((line) => line.includes(String(answer.headers['x-request-id'])));
    expect(records.some((line) => line.includes('42P01'))).toBe(true);
    expect(records.join('')).not.toContain('a very private note');
  });

  it('is unavailable without the database, and available again with it', async () => {
    const database = await createTestDatabase();
    await using line = await aDatabaseLine(database.url);
    const secret = 'the secret of this server, which is long enough';
    const other = await startLectern({ DATABASE_URL: line.url, AUTH_SECRET: secret });
    const theirs = other.as(await insertUser(database.db, secret));
    await line.cut();
    const answer = await theirs.get('/api/trpc/decks.list');
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: refusal('UNAVAILABLE', { requestId: answer.headers['x-request-id'] }),
    });
    await line.mend();
    await eventually(async () => (await theirs.get(`/api/trpc/decks.list${input({})}`)).status === 200);
    await other[Symbol.asyncDispose]();
    await database.drop();
  });
});

/** The response to a request whose headers are sent, but whose body never is. */
async function headOnly(procedures: string, cookie?: string): Promise<string> {
  const socket = connect(Number(new URL(lectern.address).port), '127.0.0.1');
  const lines = [
    `POST /api/trpc/${procedures} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 500000',
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`);
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
  });
  return answered.finally(() => socket.destroy());
}

describe('before the body is read', () => {
  it.each([
    ['an anonymous caller', 'notes.set', undefined, 401, 'UNAUTHENTICATED'],
    ['an anonymous caller, in a batch', 'notes.set,decks.update?batch=1', undefined, 401, 'UNAUTHENTICATED'],
    ['a caller whose session has ended', 'notes.set', 'lectern_session=over', 401, 'UNAUTHENTICATED'],
    ['a user who is no admin', 'invites.create', owner.cookie, 403, 'FORBIDDEN'],
    ['a call of an unknown procedure', 'notes.nothing', owner.cookie, 404, 'NOT_FOUND'],
    ['a query by POST', 'decks.list', owner.cookie, 405, 'METHOD_NOT_ALLOWED'],
    ['a batch that is too long', `${Array(21).fill('notes.set').join()}?batch=1`, owner.cookie, 400, 'VALIDATION_FAILED'],
  ])('%s is refused', async (_, path, cookie, status, code) => {
    const answer = await headOnly(path, cookie);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`"data":{"code":"${code}"`);
  });

  it('a batch with one allowed call is read', async () => {
    const answer = await anonymous.post('/api/trpc/remotes.command,notes.set?batch=1', { 0: { do: 'next' }, 1: {} });
    expect(answer.body).toMatchObject([refusal('UNAUTHENTICATED'), refusal('UNAUTHENTICATED')]);
  });
});

describe('a batch', () => {
  const batchOf = (count: number, name = 'decks.get') =>
    `/api/trpc/${Array(count).fill(name).join()}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { id }]))))}`;

  it('can have twenty calls, with GET and POST', async () => {
    expect((await api.get(batchOf(20))).body).toHaveLength(20);
    const calls = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, { id, slideIndex: 0, body: `${at}` }]));
    const { revision } = ((await api.get(`/api/decks/${id}/notes`)).body as { items: { revision: number }[] }).items[0] ?? {};
    for (const answer of [
      await api.get(batchOf(21)),
      await api.get(batchOf(100)),
      await api.get(batchOf(21).replaceAll(',', '%2C')),
      await api.post(`/api/trpc/${Array(21).fill('notes.set').join()}?batch=1`, calls),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: refusal('VALIDATION_FAILED', { issues: [{ path: '' }] }) });
      expect(answer.text).toContain('at most 20 calls');
    }
    // None of the calls in the batch that was too long has run.
    expect((await api.get(`/api/decks/${id}/notes`)).body).toMatchObject({ items: [{ revision }] });
  });
});

describe('a subscription', () => {
  const deck = { streamId: 'spelled-oddly', decks: [{ id, since: null }] };

  it.each(['live.watch', 'live%2Ewatch', 'live%2ewatch', '%6cive.watch', '%6C%69%76%65%2E%77%61%74%63%68'])(
    'is sent by our own sender, however its name is encoded: %s',
    async (name) => {
      const socket = connect(Number(new URL(lectern.address).port), '127.0.0.1');
      socket.write(`GET /api/trpc/${name}${input(deck)} HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\n\r\n`);
      let came = '';
      for await (const chunk of socket) {
        came += String(chunk);
        if (came.includes('caught-up')) break;
      }
      // tRPC's own sender does not send these.
      expect(came).toMatch(/retry: \d+\nevent: connected\ndata: \{"reconnectAfterInactivityMs":45000\}/);
    },
  );

  it.each([
    'live.watch?batch=1',
    'live%2Ewatch,decks.list?batch=1',
    'decks.list%2clive.watch?batch=1',
    'x/live.watch',
    'x%2Flive.watch',
  ])('is refused in a batch or below another address: %s', async (path) => {
    const answer = await api.get(`/api/trpc/${path}`);
    expect([404, 405]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});
