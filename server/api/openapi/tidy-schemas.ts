type Node = Record<string, unknown>;

/** Takes out of generated schemas, wherever they stand in `node`, what says nothing to a client or says too much. */
export function tidySchemas(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(tidySchemas);
  if (!isNode(node)) return;
  tidy(node);
  for (const [key, value] of Object.entries(node)) if (!DATA.has(key)) tidySchemas(value);
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
  if (schema['format'] === 'date-time') schema['pattern'] = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;
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
