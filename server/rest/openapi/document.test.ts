import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { INK_POINTS_MAX } from '#shared/limits.ts';
import { openApiDocument, operations } from './document.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';

const document = openApiDocument('1.0.0');

type Node = Record<string, unknown>;

/** Every object of the document except examples, with its JSON pointer. */
const nodes: { readonly at: string; readonly node: Node }[] = [];
function collect(value: unknown, at: string): void {
  if (Array.isArray(value)) return value.forEach((each, index) => collect(each, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return;
  nodes.push({ at, node: value as Node });
  for (const [key, member] of Object.entries(value)) if (key !== 'example' && key !== 'examples') collect(member, `${at}/${key}`);
}
collect(document, '');

const placesOf = (wanted: (node: Node, at: string) => boolean): string[] =>
  nodes.filter(({ node, at }) => wanted(node, at)).map(({ at }) => at);

const componentSchemas = Object.entries(document.components?.schemas ?? {});
const whole = /^[A-Z`'\d].*[.`]$/s;

describe('the document has descriptions', () => {
  it('of operations and their responses', () => {
    const silent = placesOf(
      ({ operationId, summary, description }) =>
        operationId !== undefined && !(typeof summary === 'string' && whole.test(String(description))),
    );
    expect(silent).toEqual([]);
    expect(placesOf(({ description }, at) => /\/responses\/[^/]+$/.test(at) && description === '')).toEqual([]);
    expect(operations().filter(({ summary }) => summary.length > 60 || summary.endsWith('.'))).toEqual([]);
  });

  it('of parameters and headers', () => {
    const isDescribed = ({ $ref, description }: Node): boolean => $ref !== undefined || whole.test(String(description));
    expect(placesOf((node, at) => /\/parameters\/[^/]+$/.test(at) && !isDescribed(node))).toEqual([]);
    expect(placesOf((node, at) => /^\/components\/headers\/[^/]+$/.test(at) && !isDescribed(node))).toEqual([]);
  });

  it('of schemas and their fields', () => {
    expect(componentSchemas.filter(([, schema]) => !('description' in schema)).map(([name]) => name)).toEqual([]);
    expect(
      placesOf(
        (node, at) => /^\/components\/schemas\/.*\/properties\/[^/]+$/.test(at) && !('$ref' in node) && !('description' in node),
      ),
    ).toEqual([]);
  });
});

/** A violation of each of these rules has made a generator fail, or create a client that does not work. */
describe('client generators understand the document', () => {
  it('objects have names, except in a JSON value of any shape', () => {
    const anonymous = placesOf(({ type }, at) => type === 'object' && !/^\/components\/schemas\/\w+$/.test(at));
    expect(anonymous).toEqual(['/components/schemas/JsonValue/anyOf/0']);
  });

  it('no schema is a boolean or a tuple', () => {
    expect(placesOf((node) => node['prefixItems'] !== undefined || typeof node['items'] === 'boolean')).toEqual([]);
  });

  it('every schema has one name, in requests and responses', () => {
    expect(componentSchemas.map(([name]) => name).filter((name) => name.endsWith('Output'))).toEqual([]);
  });

  it('patterns match the same texts in every engine, with and without flags', () => {
    const patterns = nodes.flatMap(({ node: { pattern } }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(5);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pPkB]|\(\?(?!:)|\\[1-9]/);
      const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')];
      for (const text of ['', 'cupcake', 'a.HTML', 'a\u0001', 'a\0', 'pen', '"3"', ' ', '2026-01-31T09:30:00.000Z', 'ä 表'])
        expect(plain.test(text), `${pattern} on ${text}`).toBe(unicode.test(text));
    }
  });

  it('the document has no pattern that needs flags', () => {
    const flagged: string[] = [];
    const look = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
      z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ zodSchema }) => {
          for (const check of zodSchema._zod.def.checks ?? []) {
            const { pattern } = check._zod.def as { pattern?: RegExp };
            if (pattern instanceof RegExp && pattern.flags !== '') flagged.push(pattern.source);
          }
        },
      });
    look(z.string().regex(/planted/i), 'input');
    expect(flagged).toEqual(['planted']);
    for (const schema of Object.values(NAMED_SCHEMAS)) look(schema, 'output');
    for (const { query, pathParameters, body } of operations())
      for (const schema of [query, pathParameters, body?.schema]) if (schema) look(schema, 'input');
    const inDocument = new Set(nodes.map(({ node: { pattern } }) => pattern));
    expect(flagged.filter((source) => inDocument.has(source))).toEqual([]);
  });

  it('files are binary, and texts are not', () => {
    const contents = nodes.flatMap(({ node }) => Object.entries((node['content'] ?? {}) as Record<string, { schema?: Node }>));
    const types = (format: string | undefined) =>
      new Set(
        contents.flatMap(([type, { schema }]) =>
          schema && schema['$ref'] === undefined && schema['type'] === 'string' && schema['format'] === format ? [type] : [],
        ),
      );
    expect(types('binary')).toEqual(new Set(['application/*', 'application/zip', 'image/*']));
    expect(types(undefined)).toEqual(new Set(['text/markdown', 'image/svg+xml', 'text/html', 'text/event-stream']));
    for (const name of ['CreateDeckForm', 'CreateVersionForm'])
      expect(document.components?.schemas?.[name]).toMatchObject({ properties: { file: { type: 'string', format: 'binary' } } });
  });

  it('error codes are an open list', () => {
    const { ErrorCode, KnownErrorCode } = document.components?.schemas ?? {};
    expect(ErrorCode).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/KnownErrorCode' }, { type: 'string' }] });
    expect(KnownErrorCode).toMatchObject({ type: 'string', enum: expect.arrayContaining(['DECK_NOT_FOUND']) });
  });
});

describe("Spectral's rules for OpenAPI", () => {
  const LINT = path.join(import.meta.dirname, '..', 'testing', 'clients', 'lint.ts');

  async function findingsIn(checked: unknown): Promise<unknown> {
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-lint-'));
    try {
      const file = path.join(directory, 'openapi.json');
      await writeFile(file, JSON.stringify(checked));
      return JSON.parse((await promisify(execFile)(process.execPath, [LINT, file])).stdout);
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  it('report nothing for the document, not even a hint', async () => {
    expect(await findingsIn(document)).toEqual([]);
  });

  it('report a planted fault', async () => {
    const { openapi, info, servers } = document;
    const paths = { '/health': { get: { summary: 'No id', responses: { 200: { description: 'Fine.' } } } } };
    expect(await findingsIn({ openapi, info, servers, paths })).toContainEqual(
      expect.objectContaining({ code: 'operation-operationId', at: 'paths//health/get' }),
    );
  });
});

it('every JSON body has an example that the reference page can send', () => {
  const contents = placesOf((_node, at) => at.endsWith('/requestBody/content/application/json'));
  expect(contents.length).toBeGreaterThan(10);
  const isEmpty = ({ example, schema }: Node): boolean => example === undefined && schema !== undefined;
  expect(placesOf((node, at) => contents.includes(at) && isEmpty(node))).toEqual([]);
});

it('the schemas contain the rules for names and addresses', () => {
  const { SignUpBody, DrawAnnotationBody, CreateKeyBody } = document.components?.schemas ?? {};
  expect(SignUpBody).toMatchObject({
    properties: {
      email: { format: 'email', maxLength: 254 },
      name: { minLength: 1, maxLength: 128, pattern: expect.stringContaining('\\x00-\\x1f') },
    },
  });
  const { pattern } = z.object({ properties: z.object({ name: z.object({ pattern: z.string() }) }) }).parse(CreateKeyBody)
    .properties.name;
  for (const good of ['x', ' x ', 'ä', '表 🎉', 'a b']) expect(new RegExp(pattern).test(good), good).toBe(true);
  for (const bad of ['', ' ', '\u00a0', 'a\nb', 'a\u007f', '\0']) expect(new RegExp(pattern).test(bad), bad).toBe(false);
  expect(DrawAnnotationBody).toMatchObject({ required: ['add', 'erase'] });
});

it('the schemas contain the rules for strokes', () => {
  const { Stroke, NewStroke, InkPoint } = document.components?.schemas ?? {};
  const properties = {
    points: { minItems: 1, maxItems: INK_POINTS_MAX, items: { $ref: '#/components/schemas/InkPoint' } },
    width: { exclusiveMinimum: 0 },
  };
  for (const stroke of [Stroke, NewStroke]) expect(stroke).toMatchObject({ type: 'object', properties });
  expect(Stroke).toMatchObject({ required: expect.arrayContaining(['author']) });
  expect(InkPoint).toMatchObject({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3 });
});
