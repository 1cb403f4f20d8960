import { generateOpenApiDocument } from 'trpc-to-openapi';
import { describe, expect, test } from 'vitest';
import { restProcedures } from '#server/api/procedures.ts';
import { appRouter } from '#server/api/root.router.ts';
import { openApiDocument } from './document.ts';

/**
 * A second opinion on the document: trpc-to-openapi reads the same procedures by itself. It knows neither our status
 * codes nor our errors, but what an operation takes and where it stands must be the same for both.
 */
// Its types ask of a router's meta that it take any field; ours is closed.
const readable = appRouter as unknown as Parameters<typeof generateOpenApiDocument>[0];
const theirs = generateOpenApiDocument(readable, { title: 'Lectern', version: '0', baseUrl: '/api', openApiVersion: '3.1.0' });
const ours = openApiDocument('0');

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

interface Operation {
  readonly parameters?: readonly object[] | undefined;
}

/** Names of what goes into path and query. `ifRevision` is a header with us. */
function inputsOf(operation: Operation | undefined): string[] {
  const named = (operation?.parameters ?? []).flatMap((each) =>
    'name' in each && 'in' in each ? [`${String(each.in)} ${String(each.name)}`] : [],
  );
  return named.filter((name) => /^(path|query) /.test(name) && !name.endsWith(' ifRevision')).toSorted();
}

describe('every procedure stands in the document as another generator reads it', () => {
  test.each(restProcedures())('$name', ({ rest }) => {
    const method = METHODS[rest.method];
    const [own, other] = [ours.paths?.[rest.path]?.[method], theirs.paths?.[rest.path]?.[method]];
    expect(other).toBeDefined();
    expect(inputsOf(own)).toEqual(inputsOf(other));
  });
});
