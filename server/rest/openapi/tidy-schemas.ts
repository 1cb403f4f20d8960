import type { oas31 } from 'zod-openapi';

type Node = Record<string, unknown>;

/** Removes from all generated schemas in `node` what is useless to clients, forbids too much, or breaks client generators. */
export function tidySchemas(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(tidySchemas);
  if (!isNode(node)) return;
  tidy(node);
  for (const [key, value] of Object.entries(node)) if (!DATA.has(key)) tidySchemas(value);
}

/**
 * Merges duplicate schemas. The generator writes a schema that is both sent and returned twice, the second time with the suffix
 * `Output`, because an output allows no further fields. `tidySchemas` removes that difference, so both are the same and get one name.
 */
export function withOneNameEach(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const asOne = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+)Output"/g, '$1"');
  const renamed = JSON.parse(asOne) as oas31.OpenAPIObject;
  const schemas = new Map<string, oas31.SchemaObject | oas31.ReferenceObject>();
  for (const [name, schema] of Object.entries(renamed.components?.schemas ?? {})) {
    const base = name.replace(/Output$/, '');
    const other = schemas.get(base);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`${base} has different schemas for requests and responses: give them two names`);
    schemas.set(base, schema);
  }
  return { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } };
}

/** Values of these keys are data, even if they look like schemas. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

function tidy(schema: Node): void {
  // Unknown fields are allowed: in requests they are ignored, and later versions may add some to responses.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  // Both `true` and `{}` allow further fields, as in a manifest. `true` is clearer.
  if (isNode(schema['additionalProperties']) && Object.keys(schema['additionalProperties']).length === 0)
    schema['additionalProperties'] = true;
  if (schema['type'] === 'integer') tidyInteger(schema);
  // It only says that every name is a string, which is always true.
  delete schema['propertyNames'];
  if (typeof schema['pattern'] === 'string' && !isPortable(schema['pattern'])) delete schema['pattern'];
}

/** Generated clients use patterns without flags, and some run in engines without Unicode classes and look-around. */
function isPortable(pattern: string): boolean {
  return !/\\[pPkbB1-9]|\(\?(?!:)/.test(pattern);
}

/** Removes the pattern, which is for the text of a number in an address, and the bounds, which are those of JavaScript. */
function tidyInteger(schema: Node): void {
  delete schema['pattern'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
