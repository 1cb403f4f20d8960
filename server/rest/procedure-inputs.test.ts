import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROCEDURES } from '#server/rest/procedures.ts';
import { leavesOf, type Path, replacedAt } from '#server/rest/testing/leaves.ts';
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
      expect(unboundedTexts(inputSchemaOf(input)).filter((path) => !ANYTHING_GOES.has(`${name} ${path}`))).toEqual([]);
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

interface Refusal {
  readonly code: string;
  /** The fields that are not valid. */
  readonly fields: readonly string[];
}

interface SentError {
  readonly data: { readonly code: string; readonly details?: { readonly issues?: readonly { readonly path: string }[] } };
}

const toRefusal = ({ data: { code, details } }: SentError): Refusal => ({
  code,
  fields: details?.issues?.map(({ path }) => path) ?? [],
});

/** The error of a call; null if it succeeds. */
async function refusalOf({ name, type }: ProcedureFacts, input: unknown): Promise<Refusal | null> {
  const headers = { 'x-forwarded-for': aClientAddress(), cookie: scene.actor.cookie };
  if (type === 'subscription') {
    await using stream = await openStream(lectern.address, name, { input, headers });
    const event = await stream.next();
    return event?.event === 'serialized-error' ? toRefusal(event.data as SentError) : null;
  }
  const question = callOf({ name, type }, input);
  const { status, body } = await lectern.send({ ...question, headers: { ...question.headers, ...headers } });
  return status < 400 ? null : toRefusal((body as { error: SentError }).error);
}

/** A text in an input: where it is, and the input with another text in its place. */
interface TextPlace {
  readonly path: Path;
  readonly put: (text: string) => unknown;
}

/**
 * Every text that a JSON schema allows, also those that are missing or null in `value`. Where objects of several kinds are allowed, there is
 * one of each kind.
 *
 * @param put returns the whole input with another value in the place of `value`
 */
function textsOf(node: unknown, value: unknown, path: Path, put: (value: unknown) => unknown): TextPlace[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, anyOf, oneOf, allOf, properties, items, prefixItems, additionalProperties } = node as JsonSchema;
  const kinds = [anyOf, oneOf, allOf].flatMap((each) => each ?? []).flatMap((each) => textsOf(each, value, path, put));
  const inside = isRecord(value) && hasConstants(node, value) ? value : constantsOf(node);
  const members = Object.entries({ ...properties, ...(additionalProperties && { x: additionalProperties }) });
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const elements = prefixItems ?? (items === undefined ? [] : [items]);
  return [
    ...([type].flat().includes('string') ? [{ path, put }] : []),
    ...kinds,
    ...members.flatMap(([key, member]) =>
      textsOf(member, inside[key], [...path, key], (changed) => put({ ...inside, [key]: changed })),
    ),
    ...elements.flatMap((element, at) =>
      textsOf(element, list[at], [...path, at], (changed) => put(Object.assign([...list], { [at]: changed }))),
    ),
  ];
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | false;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that tell one kind of object from another. */
function constantsOf({ properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).flatMap(([key, each]) => ('const' in each ? [[key, each.const]] : [])));
}

const hasConstants = (node: JsonSchema, value: Record<string, unknown>): boolean =>
  Object.entries(constantsOf(node)).every(([key, constant]) => value[key] === constant);

const inputSchemaOf = (input: unknown) => z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' });

describe('the texts of an input', () => {
  it('are found where they are optional, null, in lists, and in objects of another kind', () => {
    const schema = z.object({
      name: z.string(),
      note: z.string().optional(),
      following: z.string().nullish(),
      at: z.object({ place: z.string() }).nullable(),
      list: z.array(z.tuple([z.int(), z.string()])),
      change: z.discriminatedUnion('do', [
        z.object({ do: z.literal('name'), name: z.string() }),
        z.object({ do: z.literal('plan'), minutes: z.int() }),
      ]),
    });
    const good = { name: 'x', following: null, at: null, list: [], change: { do: 'plan', minutes: 3 } };
    const found = textsOf(inputSchemaOf(schema), good, [], (value) => value);
    expect(Object.fromEntries(found.map(({ path, put }) => [path.join('.'), put('HERE')]))).toMatchObject({
      name: { ...good, name: 'HERE' },
      note: { ...good, note: 'HERE' },
      following: { ...good, following: 'HERE' },
      'at.place': { ...good, at: { place: 'HERE' } },
      'list.0.1': { ...good, list: [[undefined, 'HERE']] },
      'change.name': { ...good, change: { do: 'name', name: 'HERE' } },
    });
  });
});

describe('every procedure refuses texts that are too long or contain forbidden characters', () => {
  it.each(procedures().map((procedure) => [procedure.name, procedure] as const))('%s', async (name, procedure) => {
    const good = inputOf(await sampleRequestOf(procedure)(scene));
    const { inputs: schemas = [] } = PROCEDURES.get(name) ?? {};
    const ofSample = leavesOf(good)
      .filter(({ value }) => typeof value === 'string')
      .map(({ path }) => ({ path, put: (text: string) => replacedAt(good, path, text) }));
    const ofSchema = schemas.flatMap((schema) => textsOf(inputSchemaOf(schema), good, [], (value) => value));
    const places = new Map([...ofSample, ...ofSchema].map((place) => [place.path.join('.'), place]));
    // An address can have at most 16 KiB.
    const long = procedure.type === 'mutation' ? 200_000 : 8000;
    for (const [field, { path, put }] of places) {
      if (ANYTHING_GOES.has(`${name} ${path[0]}`)) continue;
      for (const hostile of ['a\0b', 'a\ud800', '\udfffb', 'x'.repeat(long)]) {
        const refusal = await refusalOf(procedure, put(hostile));
        expect(refusal, `${field}: ${hostile.slice(0, 3)}`).toMatchObject({
          code: 'VALIDATION_FAILED',
          fields: expect.arrayContaining([field]),
        });
      }
    }
  });
});
