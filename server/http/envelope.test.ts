import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/errors.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { toAppError } from './envelope.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const boss = await lectern.aUser({ role: 'admin' });
const [api, anonymous] = [lectern.as(owner), lectern.as(null)];
const { id } = await lectern.aDeck({ owner });
const noteAt = `/api/decks/${id}/notes/0`;

/** Sends raw bytes over a separate socket and returns everything that comes back. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(lectern.address).port), '127.0.0.1');
  socket.end(request);
  return text(socket);
}

describe('an address without a route', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/auth/nothing',
    '/api/auth/sign-up',
    '/api/auth/list-sessions',
    '/api/auth/ok',
    '/api/auth/error',
    '/api/decks/',
    `/api/decks/${id}/blob/`,
    '/api/Decks',
    '/api/admin',
    '/nothing',
  ])('returns 404: %s', async (path) => {
    expectRefusal(await api.get(path), 'NOT_FOUND');
    expectRefusal(await api.post(path), 'NOT_FOUND');
  });
});

describe('a method that an address does not have', () => {
  it.each([
    ['PUT', '/api/decks', 'GET, HEAD, POST'],
    ['DELETE', '/api/health', 'GET, HEAD'],
    ['GET', '/api/auth/sign-in/email', 'POST'],
    ['POST', '/api/auth/get-session', 'GET, HEAD'],
    ['POST', `/api/decks/${id}`, 'GET, HEAD, PATCH, DELETE'],
    ['POST', `/api/decks/${id}/blob`, 'GET, HEAD'],
    ['GET', noteAt, 'PUT, DELETE'],
    ['PATCH', '/api/admin/invites', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/decks', 'GET, HEAD, POST'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const answer = await api.send(method, path);
    expectRefusal(answer, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.allow?.split(', ').toSorted()).toEqual([...allow.split(', '), 'OPTIONS'].toSorted());
  });

  it('is not in the list of OPTIONS, which needs no sign-in', async () => {
    const answer = await anonymous.send('OPTIONS', `/api/decks/${id}`);
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS', '']);
    expectRefusal(await anonymous.send('OPTIONS', '/api/nothing'), 'NOT_FOUND');
    expect((await anonymous.send('OPTIONS', '/api/trpc/decks.get')).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('a body', () => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    api.send('PUT', noteAt, { headers, body });

  it.each([
    '{',
    '{"body":"x"',
    "{'body':'x'}",
    '{"body":"x"}}',
    'undefined',
    '{"body":"\n"}',
    '{"body":"\\x"}',
    '{"a":1,}',
    '\u0000',
  ])('that is not JSON is refused: %j', async (body) => {
    expectRefusal(await send(body), 'MALFORMED_JSON');
  });

  it('that is not UTF-8 is refused', async () => {
    expectRefusal(await send(Buffer.from('7b22626f6479223a22ff227d', 'hex')), 'MALFORMED_JSON');
    expectRefusal(await send(Buffer.from('{"body":"x"}', 'utf16le')), 'MALFORMED_JSON');
  });

  it('that is empty is not JSON, where JSON is required', async () => {
    const json = { 'content-type': 'application/json' };
    for (const headers of [json, {}]) {
      expectRefusal(await api.send('PUT', noteAt, { headers }), 'MALFORMED_JSON');
      expectRefusal(await api.send('PUT', `/api/decks/${id}/annotations/0`, { headers }), 'MALFORMED_JSON');
      expectRefusal(await api.send('POST', '/api/keys', { headers }), 'MALFORMED_JSON');
      expectRefusal(await anonymous.send('POST', '/api/auth/sign-in/email', { headers }), 'MALFORMED_JSON');
    }
    expectRefusal(await api.send('PATCH', `/api/decks/${id}`, { headers: json }), 'MALFORMED_JSON');
    expectRefusal(await send('', { ...json, 'transfer-encoding': 'chunked' }), 'MALFORMED_JSON');
    // These operations take no members, or only optional ones.
    expectRefusal(await api.send('POST', `/api/decks/${id}/versions/none/restore`), 'VERSION_NOT_FOUND');
    expectRefusal(await api.send('POST', `/api/decks/${id}/versions/none/restore`, { headers: json }), 'VERSION_NOT_FOUND');
    expect((await lectern.as(boss).send('POST', '/api/admin/invites')).status).toBe(201);
    expectRefusal(await lectern.as(boss).send('POST', '/api/admin/invites', { headers: json }), 'MALFORMED_JSON');
  });

  it.each(['[]', '"text"', '5', 'null', 'true'])('that is %s is not an object', async (body) => {
    expectRefusal(await send(body), 'VALIDATION_FAILED');
  });

  it('may begin with a byte-order mark', async () => {
    expect((await send('\ufeff{"body":"x"}')).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'nonsense',
    '',
  ])('of the type %j is refused', async (type) => {
    expectRefusal(await send('{"body":"x"}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['application/json', 'APPLICATION/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
    'of the type %s is accepted',
    async (type) => {
      expect((await send('{"body":"x"}', { 'content-type': type })).status).toBe(200);
    },
  );

  it('that is compressed is decompressed, up to the limit', async () => {
    const { gzipSync } = await import('node:zlib');
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await send(gzipSync('{"body":"packed"}'), packed)).body).toMatchObject({ body: 'packed' });
    expectRefusal(await send(gzipSync(`{"body":"${'x'.repeat(5_000_000)}"}`), packed), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await send('not gzip', packed), 'MALFORMED_JSON');
    expectRefusal(await send('x', { ...packed, 'content-encoding': 'zstandard' }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('that is too large is refused by its Content-Length', async () => {
    expect(expectRefusal(await send(`{"body":"${'x'.repeat(300_000)}"}`), 'PAYLOAD_TOO_LARGE')).toEqual({ maxBytes: 262_144 });
  });

  it('that nests too deeply is refused quickly', async () => {
    expectRefusal(await send(`{"body":${'['.repeat(200_000)}`), 'VALIDATION_FAILED');
    expectRefusal(await send('{"a":'.repeat(50_000)), 'VALIDATION_FAILED');
  });

  it('may have unknown members with any name', async () => {
    const answer = await send('{"body":"x","__proto__":{"versionId":"y"},"constructor":1,"toString":2,"":3}');
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>)['versionId']).toBeUndefined();
  });
});

describe('a broken address', () => {
  it.each(['/api/decks/%zz', '/api/decks/%', `/api/decks/%c3%28`, '/api/decks/%ED%A0%80/blob', `/api/decks/${id}/notes/%zz`])(
    '%s is refused as invalid',
    async (path) => {
      expectRefusal(await (path.includes('notes') ? api.put(path, { body: 'x' }) : api.get(path)), 'VALIDATION_FAILED');
    },
  );

  it.each([
    '/api/decks?query=%zz',
    '/api/decks?%',
    '/api/decks?query=%ff',
    '/api/decks?__proto__=x&constructor=y',
    '/api/decks?&&==&=',
    '/api/health?%zz',
  ])('%s is accepted, because only the query is malformed', async (path) => {
    expect((await api.get(path)).status).toBe(200);
  });
});

describe('every answer', () => {
  it('has its own id, which the client cannot choose', async () => {
    const answers = await Promise.all([
      api.get('/api/health', { 'x-request-id': 'mine' }),
      api.get('/api/nothing'),
      anonymous.get('/api/decks'),
      api.get('/play/x/y'),
      api.get('/'),
    ]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const each of ids) expect(each).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('does not name the software and may only be cached privately', async () => {
    const { headers } = await api.get(`/api/decks/${id}`);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('to HEAD has the status of the answer to GET and no body', async () => {
    for (const path of ['/api/health', '/api/decks', `/api/decks/${id}`, '/api/nothing']) {
      const [get, head] = [await api.get(path), await api.head(path)];
      expect(head.status).toBe(get.status);
      expect(head.bytes).toHaveLength(0);
    }
  });
});

describe('data that is not valid HTTP', () => {
  it('is refused with the error envelope', async () => {
    const cases: [string, number][] = [
      [`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['nonsense\r\n\r\n', 400],
      ['GET /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
      ['POST /api/decks HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
      ['GET /api/health HTTP/1.1\r\nHost: x\r\nBad\0Header: x\r\n\r\n', 400],
    ];
    for (const [request, status] of cases) {
      const answer = await raw(request);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
      const requestId = /^x-request-id: (.+)$/im.exec(head)?.[1];
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'VALIDATION_FAILED', message: expect.any(String), details: { requestId } },
      });
    }
  });

  it('does not stop the server', async () => {
    await Promise.all(
      [
        '\r\n'.repeat(100),
        '\0\0\0',
        'GET',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
        'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      ].map(raw),
    );
    expect((await api.get('/api/health')).status).toBe(200);
  });
});

describe('an internal error', () => {
  it('does not reveal its cause; the log has the cause without secrets', async () => {
    await lectern.database.sql`alter table notes rename to notes_gone`;
    const answer = await api.put(noteAt, { body: 'a very private note' });
    await lectern.database.sql`alter table notes_gone rename to notes`;
    expect(expectRefusal(answer, 'INTERNAL')).toEqual({});
    const {
      headers: { 'x-request-id': requestId },
    } = answer;
    expect(answer.text).not.toMatch(/notes_|insert|postgres|\bat /i);
    const record = lectern.logged.find((line) => line.includes(String(requestId)) && line.includes('"err"'));
    expect(record).toContain('42P01');
    expect(record).not.toContain('a very private note');
  });
});

it('a request that fails, and whose parts cannot be closed then, is answered by why it failed', async () => {
  const work = async () => {
    await using _ = { [Symbol.asyncDispose]: () => Promise.reject(new Error('not closed')) };
    throw new AppError('STORAGE_FULL', 'No space.');
  };
  await expect(work().catch((error: unknown) => Promise.reject(toAppError(error)))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
});
