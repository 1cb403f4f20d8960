import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/rest/openapi/document.ts';
import { referenceDocument } from './reference-document.ts';

describe('the document of the reference page', () => {
  const original = openApiDocument('1.0.0');
  const shown = referenceDocument(original);

  it('has no field for the session, which no script can read', () => {
    expect(Object.keys(original.components?.securitySchemes ?? {})).toContain('session');
    expect(Object.keys(shown.components?.securitySchemes ?? {})).not.toContain('session');
    expect(JSON.stringify(shown.paths)).not.toMatch(/"session":\[/);
  });

  it('has forms with empty fields, so that no deck gets the title "string"', () => {
    const forms = Object.entries(shown.components?.schemas ?? {}).filter(([name]) => name.endsWith('Form'));
    const fields = forms.flatMap(([, schema]) => Object.values(('properties' in schema && schema.properties) || {}));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) expect(field).toMatchObject({ example: '' });
  });

  it('leaves the document that programs read as it is', () => {
    expect(original).toEqual(openApiDocument('1.0.0'));
  });
});
