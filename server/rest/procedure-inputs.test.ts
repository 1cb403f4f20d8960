import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROCEDURES } from '#server/rest/procedures.ts';
import { leavesOf, replacedAt } from '#server/rest/testing/leaves.ts';
import { callOf, sampleRequestOf, inputOf, type ProcedureFacts, procedures } from '#server/rest/testing/procedures.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { aLectern } from '#server/testing/lectern.ts';

/** Texts without rules for their content: a payload can be any JSON. */
const ANYTHING_GOES = new Set([
  'annotations.set payload',
  // Every text that is not the token of a link is an unknown link.
  ...['get', 'unlock', 'notes', 'slides', 'playback'].map((name) => `shared.${name} token`),
  ...['start', 'report'].map((name) => `sharedVisits.${name} token`),
  ...['list', 'ask', 'vote'].map((name) => `sharedQuestions.${name} token`),
  'sharedReactions.send token',
  'shared.embed url',
]);

describe('every text in the input of a procedure', () => {
  it.each([...PROCEDURES])('%s: is limited by its schema', (name, { inputs = [] }) => {
    for (const input of inputs) {
      const schema = z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' });
      expect(unboundedTexts(schema).filter((path) => !ANYTHING_GOES.has(`${name} ${path}`))).toEqual([]);
    }
  });
});

/** The paths at which a JSON schema allows texts of any length. */
function unboundedTexts(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const isText = 'type' in node && [node.type].flat().includes('string');
  const isBounded = ['maxLength', 'enum', 'const', 'pattern', 'format'].some((rule) => rule in node);
  const below = Object.entries(node).flatMap(([key, member]) =>
    unboundedTexts(
      member,
      key === 'properties' || key === 'items' || key.endsWith('Of') ? path : [path, key].filter(Boolean).join('.'),
    ),
  );
  return isText && !isBounded ? [path, ...below] : below;
}

const lectern = await aLectern({ TRUST_PROXY: '1' }, { renderer: 'starting' });
const scene = new Scene(lectern, { owner: await lectern.aUser({ role: 'admin' }) });

/** The error code of a call; null if it succeeds. */
async function refusalOf({ name, type }: ProcedureFacts, input: unknown): Promise<string | null> {
  const headers = { 'x-forwarded-for': aClientAddress(), cookie: scene.actor.cookie };
  if (type === 'subscription') {
    await using stream = await openStream(lectern.address, name, { input, headers });
    const event = await stream.next();
    return event?.event === 'serialized-error' ? (event.data as { data: { code: string } }).data.code : null;
  }
  const question = callOf({ name, type }, input);
  const { status, body } = await lectern.send({ ...question, headers: { ...question.headers, ...headers } });
  return status < 400 ? null : (body as { error: { data: { code: string } } }).error.data.code;
}

describe('every procedure refuses texts that are too long or contain forbidden characters', () => {
  const inputs = new Map<string, Record<string, unknown>>();
  beforeAll(async () => {
    for (const procedure of procedures()) inputs.set(procedure.name, inputOf(await sampleRequestOf(procedure)(scene)));
  });

  it.each(procedures().map((procedure) => [procedure.name, procedure] as const))('%s', async (name, procedure) => {
    const good = inputs.get(name) ?? {};
    const texts = leavesOf(good).filter(
      ({ path, value }) => typeof value === 'string' && !ANYTHING_GOES.has(`${name} ${path[0]}`),
    );
    // An address can have at most 16 KiB.
    const long = procedure.type === 'mutation' ? 200_000 : 8000;
    for (const { path } of texts) {
      for (const hostile of ['a\0b', 'a\ud800', '\udfffb', 'x'.repeat(long)]) {
        const code = await refusalOf(procedure, replacedAt(good, path, hostile));
        expect([path.join('.'), hostile.slice(0, 3), code]).toEqual([path.join('.'), hostile.slice(0, 3), 'VALIDATION_FAILED']);
      }
    }
  });
});
