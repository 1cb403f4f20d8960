import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aDemotionTooLate } from '#server/rest/testing/last-admin.ts';
import { ask, FULL_SETTINGS, goodAsk, PROVOCATIONS, SETTINGS, STRICT_SETTINGS } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { asExample } from '#server/rest/testing/example-values.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, type TestLectern } from '#server/testing/lectern.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { userListSchema } from '#shared/users.ts';
import { openApiDocument, operations } from './document.ts';
import { errorCodesOf } from './error-responses.ts';
import { EXAMPLES_FILE, type Examples, responseExample } from './examples.ts';

const lectern = await aLectern(SETTINGS, { renderer: 'starting' });
/** Without a renderer. */
const bare = await aLectern(SETTINGS);
const full = await aLectern(FULL_SETTINGS, { renderer: 'starting' });
const strict = await aLectern(STRICT_SETTINGS);
const breaking = await aLectern();
/** Servers that are different from the others, by the code that they lead to. */
const WHERE: Partial<Record<ErrorCode, TestLectern>> = {
  STORAGE_FULL: full,
  NO_RENDERER: bare,
  TWO_FACTOR_SETUP_REQUIRED: strict,
};
const aScene = async (where = lectern) => new Scene(where, { owner: await where.aUser({ name: 'Ada Lovelace', role: 'admin' }) });

/** If this fails, responses have changed. `npm run openapi:examples` then updates the examples and the document. */
it('the examples of the document are the responses of a running server', async () => {
  const examples: Examples = { requests: {}, responses: {}, errors: {} };
  for (const operation of operations()) {
    const { operationId } = operation;
    const scene = await aScene();
    const good = await goodAsk(scene, operation);
    const answer = await ask(scene, operation, good);
    expect(answer.status, `${operationId}: ${answer.text}`).toBeLessThan(400);
    if (good.json !== undefined) examples.requests[operationId] = asExample(good.json);
    if (answer.body !== undefined && operationId !== 'getOpenApi')
      examples.responses[operationId] = { [answer.status]: asExample(ownFirst(answer.body, scene)) };
  }
  const faults = await answersOfBroken(breaking);
  examples.responses['getHealth'] = { ...examples.responses['getHealth'], 503: asExample(faults.health) };
  for (const [code, operation] of firstOperations()) {
    const provoked = await PROVOCATIONS[code]?.(await aScene(WHERE[code]), operation);
    examples.errors[code] = asExample(provoked?.body ?? faults.errors[code]);
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES_FILE);
});

it('every JSON response and every error in the document has an example', () => {
  const { components } = openApiDocument('1.0.0');
  expect(Object.keys(components?.examples ?? {}).toSorted()).toEqual([...firstOperations().keys()].toSorted());
  const incomplete = operations().flatMap(({ operationId, success }) =>
    Object.entries(success)
      .filter(
        ([status, { content }]) => content?.type === 'application/json' && !('example' in responseExample(operationId, status)),
      )
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(incomplete).toEqual(['getOpenApi 200']);
});

/** Users are sorted by random email addresses. Puts the user who sends the request first, who thus becomes the example. */
function ownFirst(body: unknown, { owner }: Scene): unknown {
  const page = userListSchema.safeParse(body);
  if (!page.success) return body;
  return { ...page.data, items: page.data.items.toSorted((a, b) => Number(b.id === owner.id) - Number(a.id === owner.id)) };
}

/** Responses that only a server with faults sends. `server` cannot be used afterwards. */
async function answersOfBroken(server: TestLectern): Promise<{ health: unknown; errors: Partial<Record<ErrorCode, unknown>> }> {
  const { body: LAST_ADMIN } = await aDemotionTooLate(server);
  const scene = await aScene(server);
  const api = server.as(scene.actor);
  await rename(path.join(server.dataDir, 'blobs'), path.join(server.dataDir, 'away'));
  const { body: health } = await api.get('/api/health');
  const { body: UNAVAILABLE } = await api.send('POST', '/api/decks', anUpload(await scene.aPackage()));
  await server.database.sql`alter table decks rename to decks_gone`;
  const { body: INTERNAL } = await api.get('/api/decks');
  return { health, errors: { LAST_ADMIN, UNAVAILABLE, INTERNAL } };
}

/** Each code in the document, with the first operation that can fail with it. */
function firstOperations() {
  const all = operations().toReversed();
  return new Map<ErrorCode, (typeof all)[number]>(
    all.flatMap((operation) => errorCodesOf(operation).map((code) => [code, operation] as const)),
  );
}
