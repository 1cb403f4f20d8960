import { expect, it } from 'vitest';
import { ask, goodAsk, PROVOCATIONS, SETTINGS } from '#server/api/testing/provocations.ts';
import { Scene } from '#server/api/testing/scene.ts';
import { steady } from '#server/api/testing/steady.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { operations } from './document.ts';
import { errorCodesOf } from './error-responses.ts';
import { EXAMPLES_FILE, type Examples } from './examples.ts';

const lectern = await aLectern(SETTINGS);
const full = await aLectern({ ...SETTINGS, MIN_FREE_BYTES: '9000TB' });
const aScene = async (where = lectern) => new Scene(where, { owner: await where.aUser({ name: 'Ada Lovelace', role: 'admin' }) });

/** When this fails, answers have changed: `npm run openapi` writes the examples and the document anew. */
it('the examples of the document are what a running server answers', async () => {
  const examples: Examples = { requests: {}, responses: {}, errors: {} };
  for (const operation of operations()) {
    const { operationId } = operation;
    const scene = await aScene();
    const good = await goodAsk(scene, operation);
    const answer = await ask(scene, operation, good);
    expect(answer.status, `${operationId}: ${answer.text}`).toBeLessThan(400);
    if (good.json !== undefined) examples.requests[operationId] = steady(good.json);
    if (answer.body !== undefined && operationId !== 'getOpenApi') examples.responses[operationId] = { [answer.status]: steady(answer.body) };
  }
  for (const [code, operation] of firstOperations()) {
    const answer = await PROVOCATIONS[code]?.(await aScene(code === 'STORAGE_FULL' ? full : lectern), operation);
    examples.errors[code] = steady(answer?.body);
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES_FILE);
});

/** Each code that the document names, with the first operation that may answer with it. */
function firstOperations() {
  const all = operations().toReversed();
  return new Map<ErrorCode, (typeof all)[number]>(all.flatMap((operation) => errorCodesOf(operation).map((code) => [code, operation] as const)));
}
