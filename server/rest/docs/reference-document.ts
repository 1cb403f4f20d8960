import type { oas31 } from 'zod-openapi';

/**
 * The OpenAPI document as the reference page shows it. It has no field for the session: browsers send its cookie automatically, and no
 * script can read it. Fields of forms start empty; Swagger UI would otherwise fill in and send "string".
 */
export function referenceDocument(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const shown = structuredClone(document);
  const { securitySchemes: { session: _, ...securitySchemes } = {}, schemas = {} } = shown.components ?? {};
  for (const path of Object.values(shown.paths ?? {})) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation) operation.security = operation.security?.filter((scheme) => !('session' in scheme)) ?? [];
    }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.endsWith('Form') || '$ref' in schema) continue;
    for (const field of Object.values(schema.properties ?? {})) Object.assign(field, { example: '' });
  }
  return { ...shown, components: { ...shown.components, securitySchemes } };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
