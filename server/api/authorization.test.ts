import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument, operations } from '#server/api/openapi/document.ts';
import { operationIdOf } from '#server/api/openapi/procedure-operations.ts';
import { restProcedures } from '#server/api/rest-bridge.ts';
import { questionOf } from '#server/api/testing/ask.ts';
import { type Caller, CALLERS, type CallerName, someOfEach } from '#server/api/testing/callers.ts';
import { DRIVES } from '#server/api/testing/drives.ts';
import { callOf, driveOf, inputOf, procedures } from '#server/api/testing/procedures.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';

type Verdict = 'ok' | 401 | 403 | 404;
type Rule = Readonly<Record<CallerName, Verdict>>;

const nobody = { anonymous: 401, disabled: 401, revokedKey: 401 } as const;
const everybody = {
  stranger: 'ok',
  reader: 'ok',
  owner: 'ok',
  admin: 'ok',
  readKey: 'ok',
  fullKey: 'ok',
  adminKey: 'ok',
} as const;
const noKeys = { readKey: 401, fullKey: 401, adminKey: 401 } as const;

const anybody: Rule = { ...everybody, anonymous: 'ok', disabled: 'ok', revokedKey: 'ok' };
const signedIn: Rule = { ...nobody, ...everybody };
const signedInToChange: Rule = { ...signedIn, readKey: 403 };
const readers: Rule = { ...signedIn, stranger: 404 };
const readersToWrite: Rule = { ...readers, readKey: 403 };
const changers: Rule = { ...readersToWrite, reader: 403 };
const atABrowser: Rule = { ...signedIn, ...noKeys };
const admins: Rule = { ...atABrowser, stranger: 403, reader: 403, owner: 403 };

/** Every procedure by its name and every other operation by its id: a new one without a row fails. */
const ROWS: Readonly<Record<string, Rule>> = {
  'decks.list': signedIn,
  'decks.get': readers,
  'decks.update': changers,
  'decks.delete': changers,
  'notes.list': readers,
  'notes.set': readersToWrite,
  'notes.delete': readersToWrite,
  'annotations.list': readers,
  'annotations.set': readersToWrite,
  'annotations.delete': readersToWrite,
  'annotations.draw': readersToWrite,
  'playback.open': readers,
  'versions.list': readers,
  'versions.restore': changers,
  'invites.list': admins,
  'invites.create': admins,
  'invites.delete': admins,
  'invites.inspect': anybody,
  'users.list': admins,
  'users.update': admins,
  'users.delete': admins,
  'keys.list': atABrowser,
  'keys.create': atABrowser,
  'keys.delete': atABrowser,
  'health.get': anybody,

  createDeck: signedInToChange,
  createVersion: changers,
  downloadDeck: readers,
  downloadVersion: readers,
  getThumbnail: readers,
  signIn: anybody,
  signUp: anybody,
  signOut: atABrowser,
  getSession: anybody,
  getHealth: anybody,
  getOpenApi: anybody,
};

const lectern = await aLectern();
let callers: Record<CallerName, Caller>;
beforeAll(async () => {
  callers = await someOfEach(lectern);
});

const nameOf = new Map(restProcedures().map(({ name }) => [operationIdOf(name), name]));
const raw = operations().filter(({ operationId }) => !nameOf.has(operationId));

it('every procedure and every raw operation has a row, and no other thing has', () => {
  const names = [...procedures().map(({ name }) => name), ...raw.map(({ operationId }) => operationId)];
  expect(Object.keys(ROWS).toSorted()).toEqual(names.toSorted());
});

/** Who signs out needs a session of their own to end. */
async function sent(question: Question, { scene, headers }: Caller): Promise<Answer> {
  const cookie =
    question.path.endsWith('/sign-out') && 'cookie' in headers && headers['cookie'] === scene.actor.cookie
      ? { cookie: (await lectern.aSessionOf(scene.actor)).cookie }
      : {};
  return lectern.send({ ...question, headers: { ...question.headers, ...headers, ...cookie } });
}

const verdictOf = ({ status }: Answer): number | 'ok' => (status < 400 ? 'ok' : status);

describe.each(operations().map((operation) => [operation.operationId, operation] as const))('%s', (operationId, operation) => {
  const rule = ROWS[nameOf.get(operationId) ?? operationId];

  it.each(CALLERS)('asked by %s', async (name) => {
    const caller = callers[name];
    const ask = await DRIVES[operationId]?.(caller.scene);
    const answer = await sent(questionOf(operation, ask ?? {}), caller);
    expect(verdictOf(answer), answer.text).toBe(rule?.[name]);
  });
});

describe.each(procedures().map((procedure) => [procedure.name, procedure] as const))(
  'the procedure %s',
  (procedureName, procedure) => {
    it.each(CALLERS)('called by %s', async (name) => {
      const caller = callers[name];
      const answer = await sent(callOf(procedure, inputOf(await driveOf(procedure)(caller.scene))), caller);
      expect(verdictOf(answer), answer.text).toBe(ROWS[procedureName]?.[name]);
    });
  },
);

it('the document says of each operation who may ask', () => {
  const { paths } = openApiDocument('1.0.0');
  for (const { operationId, path, method } of operations()) {
    const rule = ROWS[nameOf.get(operationId) ?? operationId];
    const schemes = paths?.[path]?.[method]?.security?.flatMap((each) => Object.keys(each));
    const expected = rule?.anonymous === 'ok' ? [] : rule?.adminKey === 401 ? ['session'] : ['session', 'key'];
    expect([operationId, schemes]).toEqual([operationId, expected]);
  }
});
