import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { newApiKeySchema } from '#shared/keys.ts';

const PARTNER = 'https://partner.example';
const lectern = await aLectern({ CORS_ORIGINS: `${PARTNER}, http://localhost:5173` });
const owner = await lectern.aUser();
const api = lectern.as(owner);
const { id } = await lectern.aDeck({ owner, slides: 30 });
const namesIn = (header: unknown) => String(header).toLowerCase().split(',').toSorted();
const etagOf = ({ headers }: Answer) => String(headers.etag);

describe.each([
  ['the list', '/api/decks'],
  ['one deck', `/api/decks/${id}`],
  ['its notes', `/api/decks/${id}/notes`],
  ['the document', '/api/openapi.json'],
])('%s', (_, path) => {
  it('is not sent again while it has not changed', async () => {
    const first = await api.get(path);
    expect(etagOf(first)).toMatch(/^(W\/)?"[^"]+"$/);
    for (const condition of [etagOf(first), `"other", ${etagOf(first)}`, '*']) {
      const again = await api.get(path, { 'if-none-match': condition });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    expect((await api.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await api.get(path, { 'if-none-match': etagOf(first), 'cache-control': 'no-cache' })).status).toBe(200);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const [get, head] = [await api.get(path), await api.head(path)];
    expect([head.status, head.bytes.length, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      0,
      get.headers.etag,
      get.headers['content-length'],
    ]);
  });
});

describe('an ETag', () => {
  it('changes with the content', async () => {
    const before = etagOf(await api.get(`/api/decks/${id}`));
    await api.patch(`/api/decks/${id}`, { title: 'Another title' });
    expect((await api.get(`/api/decks/${id}`, { 'if-none-match': before })).status).toBe(200);
  });

  it('of a written note can be sent in If-Match', async () => {
    const at = `/api/decks/${id}/notes/3`;
    const first = await api.put(at, { body: 'one' });
    expect(etagOf(first)).toBe('"1"');
    const second = await api.put(at, { body: 'two' }, { 'if-match': etagOf(first) });
    expect([second.status, etagOf(second)]).toEqual([200, '"2"']);
    expect((await api.put(at, { body: 'three' }, { 'if-match': etagOf(first) })).status).toBe(412);
  });

  it('is not set on errors, receipts and secrets', async () => {
    const answers = [
      await api.get('/api/decks/nothing'),
      await api.post('/api/keys', { name: 'x' }),
      await api.get(`/api/decks/${id}/playback`),
      await api.get('/api/health'),
    ];
    expect(answers.map(({ headers }) => headers.etag)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('compression', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('with %s, for clients that accept it', async (encoding, unpack) => {
    const [plain, packed] = [
      await api.get(`/api/decks/${id}`),
      await api.get(`/api/decks/${id}`, { 'accept-encoding': encoding }),
    ];
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['vary']).toContain('Accept-Encoding');
    expect(unpack(packed.bytes).toString()).toBe(plain.text);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    // Both encodings are the same state and share one ETag, so it is a weak one.
    expect(etagOf(packed)).toBe(etagOf(plain));
    expect((await api.get(`/api/decks/${id}`, { 'accept-encoding': encoding, 'if-none-match': etagOf(plain) })).status).toBe(304);
  });

  it('does not change packages: their bytes and length are fixed', async () => {
    const answer = await api.get(`/api/decks/${id}/blob`, { 'accept-encoding': 'gzip, br' });
    expect([answer.headers['content-encoding'], Number(answer.headers['content-length'])]).toEqual([
      undefined,
      answer.bytes.length,
    ]);
  });
});

describe('the Accept header', () => {
  it.each(['text/html', 'application/xml, text/*', 'application/json;q=0', 'image/png'])(
    'refuses the request: %s',
    async (accept) => {
      const answer = await api.get('/api/decks', { accept });
      expect([answer.status, answer.body]).toMatchObject([406, { error: { code: 'NOT_ACCEPTABLE' } }]);
    },
  );

  it.each(['*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json; charset=utf-8'])(
    'does not refuse the request: %s',
    async (accept) => {
      expect((await api.get('/api/decks', { accept })).status).toBe(200);
    },
  );
});

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    lectern.as(null).send('OPTIONS', '/api/decks', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key,if-range',
      },
    });

  it('that are configured may use an API key and read the headers they need', async () => {
    const allowed = await preflight(PARTNER);
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, PARTNER]);
    const wanted = [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'if-range',
      'lectern-user',
      'range',
    ];
    expect(namesIn(allowed.headers['access-control-allow-headers'])).toEqual(wanted);
    expect(allowed.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(allowed.headers['access-control-allow-methods']).toContain('DELETE');
    const { key } = newApiKeySchema.parse((await api.post('/api/keys', { name: 'partner' })).body);
    const headers = { origin: PARTNER, authorization: `Bearer ${key}`, 'sec-fetch-site': 'cross-site' };
    const answer = await lectern.as(null).put(`/api/decks/${id}/notes/1`, { body: 'from a partner' }, headers);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, PARTNER]);
    expect(namesIn(answer.headers['access-control-expose-headers'])).toEqual([
      'accept-ranges',
      'allow',
      'content-disposition',
      'content-range',
      'etag',
      'location',
      'ratelimit',
      'ratelimit-policy',
      'repr-digest',
      'retry-after',
      'www-authenticate',
      'x-request-id',
    ]);
    expect(answer.headers['vary']).toContain('Origin');
  });

  it('may never use the cookie of a user', async () => {
    const answer = await api.put(`/api/decks/${id}/notes/1`, { body: 'x' }, { origin: PARTNER, 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'CROSS_ORIGIN' } }]);
    expect((await preflight(PARTNER)).headers['access-control-allow-credentials']).toBeUndefined();
    expect((await api.get('/api/decks', { origin: PARTNER })).headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(['https://elsewhere.example', 'null', 'https://partner.example.evil.example', 'http://partner.example'])(
    'that are not configured get no CORS headers: %s',
    async (origin) => {
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
      expect((await api.get('/api/decks', { origin })).headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});
