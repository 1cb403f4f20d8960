import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { openApiDocument, operations } from '#server/rest/openapi/document.ts';
import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import { type Ask, questionOf } from '#server/rest/testing/ask.ts';
import { codeOf, DocumentedAnswers } from '#server/rest/testing/documented-answers.ts';
import {
  hostileBytes,
  hostileCursor,
  hostileHeader,
  hostileJson,
  hostileSegment,
  hostileText,
} from '#server/rest/testing/hostile.ts';
import { leavesOf, replacedAt } from '#server/rest/testing/leaves.ts';
import { callOf, sampleRequestOf, inputOf, type ProcedureFacts, procedures } from '#server/rest/testing/procedures.ts';
import { goodAsk } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { openStream } from '#server/testing/event-stream.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aForm } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { ERROR_STATUS, isErrorCode } from '#shared/errors.ts';
import { KIB } from '#shared/limits.ts';

/** The number of requests: many in CI, fewer in local runs. */
const RUNS = Number(process.env['LECTERN_FUZZ_RUNS'] ?? (process.env['CI'] ? 5_000 : 1_500));
const SEED = Number(process.env['LECTERN_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

const lectern = await aLectern({ TRUST_PROXY: '1', UPLOAD_MAX_BYTES: '100000' }, { renderer: 'starting' });
const scene = new Scene(lectern, { owner: await lectern.aUser({ role: 'admin' }) });
const documented = new DocumentedAnswers(openApiDocument('1.0.0'));
const all = operations();

/** A valid request for each operation. The records that it refers to exist until the end of the test. */
const asks = new Map<string, Ask>();
const inputs = new Map<string, Record<string, unknown>>();
const cursors: string[] = [];
beforeAll(async () => {
  const { id, oldVersionId } = await scene.aReplacedDeckToLookAt();
  const fix = (ask: Ask): Ask =>
    ask.path && 'id' in ask.path && 'slideIndex' in ask.path ? { ...ask, headers: {}, path: { ...ask.path, id } } : ask;
  for (const operation of all) asks.set(operation.operationId, fix(await goodAsk(scene, operation)));
  for (const name of ['updateDeck', 'createVersion', 'restoreVersion'])
    asks.set(name, { ...asks.get(name), path: { id, versionId: oldVersionId } });
  for (const procedure of procedures()) inputs.set(procedure.name, inputOf(fix(await sampleRequestOf(procedure)(scene))));
  const { cookie } = scene.actor;
  for (const [list, fill] of [
    ['decks?sort=created', 0],
    ['decks?sort=updated', 0],
    ['decks?sort=title', 0],
    ['admin/users?', 0],
    ['admin/invites?', 0],
    ['keys?', 1],
  ] as const) {
    if (fill) await Promise.all([scene.aKey(), scene.aKey()]);
    const { body } = await lectern.send({ path: `/api/${list}&limit=1`, headers: { cookie } });
    cursors.push((body as { nextCursor: string }).nextCursor);
  }
});

type Change = (ask: Ask & { readonly members: Record<string, string> }) => Ask & { readonly members: Record<string, string> };

const HEADERS = [
  'if-match',
  'if-none-match',
  'range',
  'if-range',
  'idempotency-key',
  'accept',
  'content-type',
  'authorization',
  'cookie',
  'origin',
  'accept-encoding',
  'content-encoding',
  'x-forwarded-for',
  'sec-fetch-site',
  'host',
];
const NAMES = [
  'id',
  'slideIndex',
  'versionId',
  'body',
  'payload',
  'title',
  'visibility',
  'name',
  'role',
  'email',
  'disabled',
  'access',
  'expiresInDays',
  'expiresInHours',
  'password',
  'inviteToken',
  'ifRevision',
  '__proto__',
  'constructor',
  '',
];
const QUERIES = ['query', 'owner', 'sort', 'limit', 'cursor', 'versionId', '__proto__', 'id', 'ifRevision'];

/** Names, most of them from the operation's own. */
const among = (own: readonly string[], others: readonly string[]) =>
  own.length === 0
    ? fc.constantFrom(...others)
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, fc.constantFrom(...others));

function changeOf({ pathParameters, query, body }: OperationFacts): fc.Arbitrary<Change> {
  const shapeOf = (schema: unknown) =>
    typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const segment = fc
    .tuple(fc.constantFrom(...shapeOf(pathParameters), 'id'), hostileSegment)
    .map<Change>(([name, value]) => (ask) => ({ ...ask, path: { ...ask.path, [name]: `\u0001${value}` } }));
  const queried = fc.tuple(among(shapeOf(query), QUERIES), hostileText).map<Change>(([name, value]) => (ask) => ({
    ...ask,
    query: { ...ask.query, [name]: value },
  }));
  const header = fc.tuple(fc.constantFrom(...HEADERS), hostileHeader).map<Change>(([name, value]) => (ask) => ({
    ...ask,
    headers: { ...ask.headers, [name]: value },
  }));
  const member = fc.tuple(among(shapeOf(body?.schema), NAMES), hostileJson).map<Change>(([name, value]) => (ask) => ({
    ...ask,
    members: { ...ask.members, [name]: value },
  }));
  const bytes = fc
    .tuple(hostileBytes, fc.constantFrom('application/json', 'multipart/form-data; boundary=x', 'text/plain'))
    .map<Change>(([sent, type]) => (ask) => ({ ...ask, raw: { headers: { 'content-type': type }, body: sent } }));
  const field = fc
    .tuple(fc.constantFrom('title', 'visibility', 'file', '__proto__'), hostileText, fc.boolean())
    .map<Change>(([name, content, isFile]) => (ask) => ({
      ...ask,
      raw: aForm({ name, content, ...(isFile && { filename: 'x' }) }),
    }));
  const cursor = fc
    .nat({ max: cursors.length - 1 })
    .chain((at) => hostileCursor(cursors[at] ?? ''))
    .map<Change>((value) => (ask) => ({ ...ask, query: { ...ask.query, cursor: value } }));
  const withBody = body?.type === 'multipart/form-data' ? [field, field, bytes] : body ? [member, member, member, bytes] : [];
  return fc.oneof(...(pathParameters ? [segment] : []), ...(query ? [queried, cursor, cursor] : []), header, ...withBody);
}

/** A valid request for an operation with one to three changes. */
function requestOf(operation: OperationFacts): fc.Arbitrary<Question> {
  return fc.array(changeOf(operation), { minLength: 1, maxLength: 3 }).map((changes) => {
    const good = asks.get(operation.operationId) ?? {};
    const members = Object.fromEntries(Object.entries(good.json ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));
    const {
      members: changed,
      json,
      ...ask
    } = changes.reduce<Parameters<Change>[0]>((at, change) => change(at), { ...good, members });
    const source = `{${Object.entries(changed)
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
      .join(',')}}`;
    const raw = ask.raw ?? (json === undefined ? undefined : { headers: { 'content-type': 'application/json' }, body: source });
    const question = questionOf(operation, { ...ask, ...(raw && { raw }) });
    // A marked segment is sent as it is. The same character in a query is a hostile text like any other.
    const [segments = '', ...query] = question.path.split('?');
    const path = segments.replaceAll(/%01([^/]*)/g, (_, encoded: string) => decodeURIComponent(encoded));
    return { ...question, path: [path, ...query].join('?') };
  });
}

async function send({ headers, ...question }: Question): Promise<Answer> {
  // Requests that would end the session are sent without it.
  const cookie = /^\/api\/auth\/(sign-out|change-password)/.test(question.path) ? {} : { cookie: scene.actor.cookie };
  return lectern.send({ ...question, headers: { 'x-forwarded-for': aClientAddress(), ...cookie, ...headers } });
}

const settings = { seed: SEED, numRuns: Math.ceil(RUNS * 0.8), endOnFailure: true };

it(`no malformed REST request makes the server fail (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const request = fc.constantFrom(...all).chain((operation) => requestOf(operation).map((question) => ({ operation, question })));
  let asked = 0;
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, question }) => {
      const answer = await send(question);
      asked += 1;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, answer.text).toBeLessThan(500);
      // The change may have led to an address that does not exist. Compressed responses are checked elsewhere.
      if (codeOf(answer.body) === 'NOT_FOUND' || answer.headers['content-encoding'] !== undefined) return;
      // Node refuses longer headers (16 KiB) before any route is called.
      if (answer.status === 431 && JSON.stringify([question.path, question.headers]).length > 15 * KIB) return;
      expect(documented.faultsOf(operation, answer)).toEqual([]);
    }),
    settings,
  );
  process.stdout.write(`fuzz: ${asked} REST requests, seed ${SEED}, ${JSON.stringify(Object.fromEntries(statuses))}\n`);
});

it(`no malformed tRPC call makes the server fail (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const call = fc.constantFrom(...procedures()).chain((procedure) => {
    const known = Object.keys(inputs.get(procedure.name) ?? {});
    const changes = fc.array(fc.tuple(among(known, [...NAMES, ...QUERIES]), hostileJson), { minLength: 1, maxLength: 3 });
    const source = changes.map((changed) => {
      const members = Object.entries(inputs.get(procedure.name) ?? {}).map(
        ([name, value]) => [name, JSON.stringify(value)] as const,
      );
      return `{${[...members, ...changed].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
    });
    const good = inputs.get(procedure.name) ?? {};
    const leaves = leavesOf(good);
    // Changes a value at any depth of the input.
    const inside =
      leaves.length === 0
        ? source
        : fc.tuple(fc.constantFrom(...leaves), hostileJson).map(([{ path }, json]) => {
            const marker = 'what-is-replaced';
            return JSON.stringify(replacedAt(good, path, marker)).replace(JSON.stringify(marker), () => json);
          });
    return fc
      .oneof({ weight: 4, arbitrary: source }, { weight: 4, arbitrary: inside }, hostileJson, hostileText)
      .map((text) => ({ procedure, text }));
  });
  /** The status. For a stream, whose status is always 200, that of its first event. */
  const ask = async ({ procedure, text }: { procedure: ProcedureFacts; text: string }) => {
    const { path, method, headers } = callOf(procedure, {});
    const query = `${path.split('?', 1)[0]}?input=${encodeURIComponent(text.toWellFormed())}`;
    if (procedure.type === 'query') return send({ path: query });
    if (procedure.type === 'mutation') return send({ path, ...(method && { method }), ...(headers && { headers }), body: text });
    await using stream = await openStream(lectern.address, query.slice('/api/trpc/'.length), { cookie: scene.actor.cookie });
    const event = await stream.next();
    const code = event?.event === 'serialized-error' ? codeOf({ error: (event.data as { data: unknown }).data }) : '';
    return { status: isErrorCode(code) ? ERROR_STATUS[code] : 200, text: JSON.stringify(event) };
  };
  await fc.assert(
    fc.asyncProperty(call, async (question) => {
      const { status, text } = await ask(question);
      expect(status, text).toBeLessThan(500);
    }),
    { ...settings, numRuns: Math.ceil(RUNS * 0.2) },
  );
});
