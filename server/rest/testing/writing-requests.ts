import { operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { PROCEDURES, restProcedures } from '#server/rest/procedures.ts';
import type { Question } from '#server/testing/exchange.ts';
import { questionOf } from './ask.ts';
import { callOf, inputOf, procedures, sampleRequestOf } from './procedures.ts';
import { SAMPLE_REQUESTS } from './sample-requests.ts';
import type { Scene } from './scene.ts';

/** A procedure or route that writes, and its request for a scene. */
export interface WritingRequest {
  readonly name: string;
  readonly takesKeys: boolean;
  readonly request: (scene: Scene) => Promise<Question>;
}

/** Queries that write: these create a playback address. */
const WRITING_QUERIES = new Set(['playback.open']);

/** The requests of all procedures and routes that write. */
export function writingRequests(): WritingRequest[] {
  const rest = new Set(restProcedures().map(({ name }) => operationIdOf(name)));
  const ofProcedures = procedures()
    .filter(({ name, type }) => type === 'mutation' || WRITING_QUERIES.has(name))
    .map((procedure) => ({
      name: procedure.name,
      takesKeys: PROCEDURES.get(procedure.name)?.meta?.access === 'user',
      request: async (scene: Scene) => callOf(procedure, inputOf(await sampleRequestOf(procedure)(scene))),
    }));
  const ofRoutes = operations()
    .filter(({ operationId, method }) => !rest.has(operationId) && method !== 'get')
    .map((operation) => ({
      name: operation.operationId,
      takesKeys: operation.access === 'user',
      request: async (scene: Scene) => questionOf(operation, (await SAMPLE_REQUESTS[operation.operationId]?.(scene)) ?? {}),
    }));
  return [...ofProcedures, ...ofRoutes];
}
