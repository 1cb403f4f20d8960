import { describe, expect, it } from 'vitest';
import { type Ask, questionOf } from '#server/rest/testing/ask.ts';
import { codeOf, DocumentedAnswers } from '#server/rest/testing/documented-answers.ts';
import { SAMPLE_REQUESTS } from '#server/rest/testing/sample-requests.ts';
import { ask, FULL_SETTINGS, goodAsk, PROVOCATIONS, SETTINGS, STRICT_SETTINGS } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { openApiDocument, operations } from './document.ts';
import { errorCodesOf } from './error-responses.ts';
import type { OperationFacts } from './operation.ts';

const lectern = await aLectern(SETTINGS, { renderer: 'starting' });
/** Without a renderer. */
const bare = await aLectern(SETTINGS);
const strict = await aLectern(STRICT_SETTINGS, { renderer: 'starting' });
const full = await aLectern(FULL_SETTINGS, { renderer: 'starting' });
/** Where people can sign in with a provider only. It is never asked. */
const passwordless = await aLectern({
  ...SETTINGS,
  PASSWORD_SIGN_IN: 'off',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'a secret of the tests',
});
const documented = new DocumentedAnswers(openApiDocument('1.0.0'));
const all = operations();

/** A scene with a new user, so that tests do not affect each other. */
const aScene = async (where = lectern) => new Scene(where, { owner: await where.aUser({ name: 'Ada Lovelace', role: 'admin' }) });

function expectDocumented(operation: OperationFacts, answer: Answer): void {
  expect(
    documented.faultsOf(operation, answer),
    `${operation.operationId} answered ${answer.status} ${answer.text.slice(0, 500)}`,
  ).toEqual([]);
}

/** Servers that are different from the others, by the code that they lead to. */
const WHERE: Partial<Record<ErrorCode, typeof lectern>> = {
  STORAGE_FULL: full,
  NO_RENDERER: bare,
  TWO_FACTOR_SETUP_REQUIRED: strict,
};

const WITH_PASSWORDS = new Set([
  'signIn',
  'signUp',
  'changePassword',
  'requestPasswordReset',
  'resetPassword',
  'requestPasskey',
  'signInWithPasskey',
  'beginPasskey',
  'addPasskey',
]);
const whereOf = (code: ErrorCode, { operationId }: OperationFacts) =>
  code === 'FORBIDDEN' && WITH_PASSWORDS.has(operationId) ? passwordless : WHERE[code];

/** Codes that a server without faults never sends for a single request. `faults.test.ts` and `users.test.ts` test them. */
const ELSEWHERE = new Set<ErrorCode>(['INTERNAL', 'UNAVAILABLE', 'LAST_ADMIN']);

it('there is one sample request for every operation of the document, and no other', () => {
  expect(Object.keys(SAMPLE_REQUESTS).toSorted()).toEqual(all.map(({ operationId }) => operationId).toSorted());
});

describe.each(all.map((operation) => [operation.operationId, operation] as const))('%s', (_, operation) => {
  it('succeeds as the document says', async () => {
    const scene = await aScene();
    const answer = await ask(scene, operation, await goodAsk(scene, operation));
    expect(Object.keys(operation.success), answer.text).toContain(String(answer.status));
    expectDocumented(operation, answer);
  });

  const others = Object.keys(operation.success)
    .map(Number)
    .filter((status) => status === 206 || status === 304);
  it.each(others)('succeeds with status %d as the document says', async (status) => {
    const scene = await aScene();
    const good = await goodAsk(scene, operation);
    const { headers } = await ask(scene, operation, good);
    const condition: Ask['headers'] = status === 206 ? { range: 'bytes=0-9' } : { 'if-none-match': String(headers.etag) };
    const answer = await ask(scene, operation, { ...good, headers: { ...good.headers, ...condition } });
    expect(answer.status).toBe(status);
    expectDocumented(operation, answer);
  });

  // `passwords-off.test.ts` has a link that was made before passwords were switched off.
  const isElsewhere = (code: ErrorCode) =>
    ELSEWHERE.has(code) || (code === 'FORBIDDEN' && operation.operationId === 'resetPassword');
  it.each(errorCodesOf(operation).filter((code) => !isElsewhere(code)))('fails with %s as the document says', async (code) => {
    const answer = await PROVOCATIONS[code]?.(await aScene(whereOf(code, operation)), operation);
    if (answer === undefined) throw new Error(`nothing in provocations.ts leads to ${code}`);
    expect([answer.status, codeOf(answer.body)], answer.text).toEqual([ERROR_STATUS[code], code]);
    expectDocumented(operation, answer);
  });

  it.each(operation.method === 'get' ? ['GET'] : [])('answers HEAD like %s', async () => {
    const scene = await aScene();
    const question = questionOf(operation, await goodAsk(scene, operation));
    const send = (method: string) =>
      lectern.send({ ...question, method, headers: { ...question.headers, cookie: scene.actor.cookie } });
    const [get, head] = [await send('GET'), await send('HEAD')];
    expect([head.status, head.bytes.length, head.headers['content-type']]).toEqual([get.status, 0, get.headers['content-type']]);
  });
});
