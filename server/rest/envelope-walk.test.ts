import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LinkTokens } from '#server/links/link-tokens.ts';
import { operations } from '#server/rest/openapi/document.ts';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';
import { callOf, procedures } from '#server/rest/testing/procedures.ts';
import { throwingParts } from '#server/rest/testing/throwing-parts.ts';
import { apiRoutes, createApp } from '#server/app.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { type Answer, exchange, type Question } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { insertUser } from '#server/testing/people.ts';
import { MAIL_SETTINGS } from './testing/provocations.ts';
import { errorEnvelopeSchema, isErrorCode } from '#shared/errors.ts';

const SECRET = 'the secret of this server, which no client may see';
const LEAKS =
  /node_modules|\.ts:\d|\bat \S+ \(|\b(select|insert|update) .*(from|into|set) |\/(tmp|work|home|root)\/|postgres|drizzle|the secret of this server/i;

const routes = apiRoutes(throwingParts(() => new Error('not called')));
const form = anUpload(await aPackage());

/** A request that a route accepts, apart from ids that do not exist. */
function questionFor({ method, path: at }: (typeof routes)[number]): Question {
  const filled = `/api${at.replaceAll(/:slideIndex/g, '0').replaceAll(/:\w+/g, 'some-id')}`;
  if (at === '/decks' && method === 'post') return { method: 'POST', path: filled, ...form };
  if (at.endsWith('/versions') && method === 'post') return { method: 'POST', path: filled, ...form };
  const json = JSON.stringify({
    body: 'x',
    payload: 1,
    name: 'x',
    email: 'a@example.com',
    password: 'long enough',
    inviteToken: 'x',
  });
  const isWriting = method === 'post' || method === 'put' || method === 'patch';
  return {
    method: method.toUpperCase(),
    path: filled,
    ...(isWriting && { headers: { 'content-type': 'application/json' }, body: json }),
  };
}

/** Expects that an error has the envelope and reveals nothing internal. Returns its code; '' for a success. */
function expectEnvelope(answer: Answer): string {
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.status < 400) return '';
  expect(answer.headers['www-authenticate'] !== undefined).toBe(answer.status === 401);
  expect(answer.text).not.toMatch(LEAKS);
  const { error } = errorEnvelopeSchema.strict().parse(answer.body);
  expect(error.details.requestId).toBe(answer.headers['x-request-id']);
  expect(isErrorCode(error.code)).toBe(true);
  return error.code;
}

/** Expects the same of an error of tRPC, whose own form contains our code and message. */
function expectTrpcEnvelope({ text, body }: Answer): string {
  expect(text).not.toMatch(LEAKS);
  expect(body).toMatchObject({ error: { data: { code: expect.any(String), message: expect.any(String) } } });
  return (body as { error: { data: { code: string } } }).error.data.code;
}

/** Whether a route answers without the database and the store, as those of the document and its pages, which are files. */
const needsNothing = (at: string): boolean => at === '/openapi.json' || at === '/health/live' || /^\/docs($|\/)/.test(at);

const named = routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);
// Streams report errors in their first event (`authorization.test.ts`).
const calls = procedures()
  .filter(({ type }) => type !== 'subscription')
  .map((procedure) =>
    callOf(procedure, { id: 'x', slideIndex: 0, body: 'x', payload: 1, name: 'x', token: 'x', versionId: 'x' }),
  );

it('the document contains every route except the files that its own pages load', () => {
  const documented = operations().map(({ method, path: at }) => `${method} ${at.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const mounted = routes.map(({ method, path: at }) => `${method} ${at}`).filter((route) => !/^get \/docs\/[\w-]+\./.test(route));
  expect(mounted.toSorted()).toEqual(documented.toSorted());
});

describe('a server without faults', async () => {
  const lectern = await aLectern(MAIL_SETTINGS);
  const { cookie } = await lectern.aUser({ role: 'admin' });
  const send = (question: Question) => lectern.send({ ...question, headers: { cookie, ...question.headers } });

  it.each(named)('%s: an address below it does not exist', async (_, route) => {
    expect(expectEnvelope(await send({ ...questionFor(route), path: `${questionFor(route).path}/more/below` }))).toBe(
      'NOT_FOUND',
    );
  });

  it.each([...new Set(routes.map((route) => route.path))])(
    '%s: Allow lists the methods in the answer to another method',
    async (at) => {
      const there = routes.filter((route) => route.path === at).map(({ method }) => method.toUpperCase());
      const { path: filled } = questionFor({ method: 'get', path: at, handler: () => undefined });
      const options = await send({ method: 'OPTIONS', path: filled });
      expect([options.status, options.text]).toEqual([204, '']);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((each) => !there.includes(each))) {
        const answer = await send({ method, path: filled });
        expect([method, expectEnvelope(answer)]).toEqual([method, 'METHOD_NOT_ALLOWED']);
        expect(answer.headers.allow).toBe(options.headers.allow);
        expect(
          answer.headers.allow
            ?.split(', ')
            .filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
            .toSorted(),
        ).toEqual(there.toSorted());
      }
    },
  );

  it.each(named)('%s: any body', async (_, route) => {
    const question = questionFor(route);
    const bodies: [string, string | Uint8Array][] = [
      ['application/json', '{"a":'],
      ['application/json', '[]'],
      ['application/json', `{"a":${'['.repeat(200)}`],
      ['text/plain', 'x'],
      ['application/json; charset=utf-16', '{}'],
      ['application/json', Buffer.from([0x7b, 0xff])],
      ['multipart/form-data; boundary=x', '--x\r\n'],
      ['application/x-www-form-urlencoded', 'a=b'],
      ['', 'x'],
    ];
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
      expectEnvelope(await send({ ...question, headers, body }));
    }
  });

  it.each(named)('%s: any id in the address', async (_, { method, path: at }) => {
    for (const id of [
      '%00',
      '%E0%A4%A',
      '%',
      '%ff',
      '..%2f..%2fetc',
      "'--",
      '%F0%9F%98%80',
      'x'.repeat(300),
      '%ED%A0%80',
      '__proto__',
      '%0d%0aSet-Cookie:x',
    ]) {
      const filled = `/api${at.replaceAll(/:\w+/g, id)}`;
      const answer = await send({ ...questionFor({ method, path: at, handler: () => undefined }), path: filled });
      expectEnvelope(answer);
      expect(answer.status, `${filled} ${answer.text}`).toBeLessThan(500);
    }
  });

  it.each([
    '/',
    '/api',
    '/api/',
    '/API/decks',
    '/Api/trpc/decks.list',
    '/%61pi/decks',
    '/PLAY/x/index.html',
    '/p%6cay/x/index.html',
    '/api/nothing',
    '/api//decks',
    '/api/auth/list-sessions',
    '/api/auth/',
    '/play/',
    '/play/x/y',
    '/play/bridge.js/x',
    '/%',
    '/api/%ff',
    '/api/trpc%00',
  ])('the address %s does not exist', async (at) => {
    const answer = await send({ path: at });
    expectEnvelope(answer);
    expect([400, 404]).toContain(answer.status);
  });
});

describe.each([
  [
    'an error full of internal details',
    () =>
      Object.assign(new Error(`select * from users -- ${SECRET} at /work/server.ts:1`), {
        query: 'select',
        parameters: [SECRET],
      }),
  ],
  ['an error with its own status', () => Object.assign(new Error(SECRET), { status: 418, expose: true })],
  ['a text', () => SECRET],
  ['null', () => null],
  ['nothing', () => undefined],
  ['an error with a cause', () => new AggregateError([new Error(SECRET)], SECRET, { cause: new Error(SECRET) })],
])('a server whose parts all throw %s', async (_, fault) => {
  const server = createServer(createApp(throwingParts(fault)));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  it('reveals nothing in any REST response', async () => {
    for (const route of routes.filter((each) => !needsNothing(each.path))) {
      const answer = await exchange(address, questionFor(route));
      const code = expectEnvelope(answer);
      // Without a cookie these are refused before any part is called.
      if (!['/auth/sign-out', '/auth/change-password'].includes(route.path))
        expect([route.path, ['INTERNAL', 'VALIDATION_FAILED'].includes(code)]).toEqual([route.path, true]);
    }
    expectEnvelope(await exchange(address, { path: '/play/token/index.html' }));
  });

  it('reveals nothing in any tRPC response', async () => {
    for (const call of calls)
      expect(['INTERNAL', 'VALIDATION_FAILED']).toContain(expectTrpcEnvelope(await exchange(address, call)));
  });
});

describe('a server without its database', async () => {
  const database = await createTestDatabase();
  const line = await aDatabaseLine(database.url);
  const lectern = await startLectern({ ...MAIL_SETTINGS, DATABASE_URL: line.url, AUTH_SECRET: SECRET });
  const { cookie } = await insertUser(database.db, SECRET, { role: 'admin' });
  const token = new LinkTokens(SECRET).tokenOf(randomUUID());
  await line.cut();
  afterAll(async () => {
    await line.mend();
    await lectern[Symbol.asyncDispose]();
    await line[Symbol.asyncDispose]();
    await database.drop();
  });

  it.each(named)('%s', async (_, route) => {
    const question = questionFor(route);
    // A wrong token is refused without a look at the database.
    const at = question.path.replace('/shared/some-id', `/shared/${token}`);
    const answer = await lectern.send({ ...question, path: at, headers: { ...question.headers, cookie } });
    if (route.path === '/health')
      return expect([answer.status, answer.body]).toMatchObject([503, { status: 'degraded', checks: { db: 'error' } }]);
    expect([needsNothing(route.path) ? '' : 'UNAVAILABLE', answer.text.slice(0, 200)]).toEqual([
      expectEnvelope(answer),
      answer.text.slice(0, 200),
    ]);
    if (answer.status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    return undefined;
  });
});

describe('a server without its store', async () => {
  const lectern = await aLectern(MAIL_SETTINGS);
  const owner = await lectern.aUser({ role: 'admin' });
  const { id, currentVersionId } = await lectern.aDeck({ owner });
  await rename(path.join(lectern.dataDir, 'blobs'), path.join(lectern.dataDir, 'away'));

  // It is sent while it is read, so that it breaks off where a package cannot be read.
  const isStreamed = (route: (typeof named)[number][1]): boolean => route.path === '/me/archive';

  it('breaks off an archive that has begun', async () => {
    const { cookie } = await lectern.aSessionOf(owner);
    await expect(lectern.send({ path: '/api/me/archive', headers: { cookie } })).rejects.toThrow('aborted');
  });

  it.each(named.filter(([, route]) => !isStreamed(route)))('%s', async (_, route) => {
    const question = questionFor(route);
    const at = question.path.replace('/versions/some-id', `/versions/${currentVersionId}`).replace('some-id', id);
    const answer = await lectern.send({
      ...question,
      path: at,
      headers: { ...question.headers, cookie: (await lectern.aSessionOf(owner)).cookie },
    });
    if (route.path === '/health')
      return expect([answer.status, answer.body]).toMatchObject([503, { status: 'degraded', checks: { storage: 'error' } }]);
    expect(expectEnvelope(answer)).toMatch(
      /^$|_NOT_FOUND$|^(UNAVAILABLE|VALIDATION_FAILED|INVITE_REQUIRED|RESET_LINK_INVALID|INVALID_CREDENTIALS)$/,
    );
    return undefined;
  });
});
