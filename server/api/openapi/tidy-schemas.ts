import type { oas31 } from 'zod-openapi';

type Node = Record<string, unknown>;

/** Takes out of generated schemas, wherever they stand in `node`, what says nothing to a client, says too much, or breaks generators. */
export function tidySchemas(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(tidySchemas);
  if (!isNode(node)) return;
  tidy(node);
  for (const [key, value] of Object.entries(node)) if (!DATA.has(key)) tidySchemas(value);
}

/**
 * The generator writes a schema that is sent and given back twice, once with the ending `Output`, since an output names all of
 * its fields. The document says nothing of that (see below), so both are the same, and get one name.
 */
export function withOneNameEach(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const asOne = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+)Output"/g, '$1"');
  const renamed = JSON.parse(asOne) as oas31.OpenAPIObject;
  const schemas = new Map<string, oas31.SchemaObject | oas31.ReferenceObject>();
  for (const [name, schema] of Object.entries(renamed.components?.schemas ?? {})) {
    const base = name.replace(/Output$/, '');
    const other = schemas.get(base);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`${base} is one thing when it is sent and another when it is given back: give them two names`);
    schemas.set(base, schema);
  }
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } };
}

/** What stands under these is no schema, whatever it looks like. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

function tidy(schema: Node): void {
  // Nothing forbids fields that are not named: on input they are ignored, and an output may gain some one day.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  // `true` says outright that others are there, as in a manifest; `{}` says the same in riddles.
  if (isNode(schema['additionalProperties']) && Object.keys(schema['additionalProperties']).length === 0)
    schema['additionalProperties'] = true;
  if (schema['type'] === 'integer') tidyInteger(schema);
  // That every name is text goes without saying.
  delete schema['propertyNames'];
  if (typeof schema['pattern'] === 'string' && !isPortable(schema['pattern'])) delete schema['pattern'];
}

/** Generated clients use patterns without flags, and some in engines that know neither Unicode classes nor look-around. */
function isPortable(pattern: string): boolean {
  return !/\\[pPkbB1-9]|\(\?(?!:)/.test(pattern);
}

/** The pattern is that of the text that stands for a number in an address; the bounds are those of JavaScript. */
function tidyInteger(schema: Node): void {
  delete schema['pattern'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
