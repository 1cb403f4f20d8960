import { randomUUID } from 'node:crypto';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { PROCEDURES } from '#server/rest/procedures.ts';
import type { ProcedureDefinition } from '#server/rpc/procedures.ts';
import type { Question } from '#server/testing/exchange.ts';
import type { Ask } from './ask.ts';
import { type SampleRequest, SAMPLE_REQUESTS } from './sample-requests.ts';
import { TALK_SAMPLE_REQUESTS } from './talk-sample-requests.ts';

export interface ProcedureFacts {
  /** Dotted. */
  readonly name: string;
  readonly type: ProcedureDefinition['type'];
}

/** All procedures, with and without a REST form. */
export function procedures(): ProcedureFacts[] {
  return [...PROCEDURES].map(([name, { type }]) => ({ name, type }));
}

/** Valid calls of the procedures that have no REST form. */
const TRPC_SAMPLE_REQUESTS: Readonly<Record<string, SampleRequest>> = {
  'passwordResets.inspect': async (scene) => ({ json: { token: await scene.aResetToken() } }),
  'invites.inspect': async (scene) => ({ json: { token: (await scene.anInvite()).token } }),
  'health.get': () => ({}),
  'health.renderer': () => ({}),
  'trash.settings': () => ({}),
  'playback.trust': async (scene) => ({ json: { id: (await scene.aDeckToLookAt()).id } }),
  'playback.setTrust': async (scene) => ({ json: { id: (await scene.aDeckToLookAt()).id, hosts: ['fonts.example'] } }),
  'playback.settle': async (scene) => ({ json: { id: (await scene.aDeck()).id, hosts: ['fonts.example'] } }),
  'visits.now': async (scene) => ({ json: { id: (await scene.aVisit()).id } }),
  'openings.get': async (scene) => ({ json: { deckId: (await scene.aDeckToLookAt()).id } }),
  'openings.save': async (scene) => {
    const { id: deckId, currentVersionId: versionId } = await scene.aDeckToLookAt();
    return { json: { deckId, versionId, place: { slideIndex: 1, inner: null }, innerName: null } };
  },
  'openings.latest': () => ({}),
  ...TALK_SAMPLE_REQUESTS,
  'live.watch': async (scene) => ({
    json: { streamId: randomUUID(), decks: [{ id: (await scene.aDeckToLookAt()).id, since: null }] },
  }),
  'live.look': async (scene) => {
    const { id: deckId } = await scene.aDeckToLookAt();
    const at = { place: { slideIndex: 0, inner: null }, following: null };
    return { json: { streamId: 'a-stream', clientId: 'a-window', deckId, at } };
  },
  'live.draw': async (scene) => {
    const { id: deckId, currentVersionId: versionId } = await scene.aDeckToLookAt();
    const stroke = { id: 'a-stroke', tool: 'pen', color: '#e5383b', width: 4, points: [[10, 20]] };
    return { json: { deckId, versionId, slideIndex: 0, clientId: 'a-window', stroke } };
  },
  'versions.get': async (scene) => {
    const { id, oldVersionId } = await scene.aReplacedDeckToLookAt();
    return { path: { id, versionId: oldVersionId } };
  },
  'versions.changes': async (scene) => {
    const { id, oldVersionId } = await scene.aReplacedDeckToLookAt();
    return { path: { id, versionId: oldVersionId } };
  },
  'annotations.drawn': async (scene) => ({ path: { id: (await scene.aDeckToLookAt()).id } }),
  'annotations.ink': async (scene) => {
    const { id, currentVersionId } = await scene.aDeckToLookAt();
    return { path: { id, slideIndex: 0 }, query: { versionId: currentVersionId } };
  },
};

export function sampleRequestOf({ name }: ProcedureFacts): SampleRequest {
  const sample = TRPC_SAMPLE_REQUESTS[name] ?? SAMPLE_REQUESTS[operationIdOf(name)];
  if (sample === undefined) throw new Error(`nothing asks for the procedure ${name}`);
  return sample;
}

/** Combines path, query, body and headers of a REST request to the input of the procedure. */
export function inputOf({ path, query, json, headers }: Ask): Record<string, unknown> {
  const revision = headers?.['if-match'];
  return {
    ...path,
    ...query,
    ...json,
    ...(revision !== undefined && { ifRevision: Number(revision.replaceAll('"', '')) }),
  };
}

export function callOf({ name, type }: ProcedureFacts, input: unknown): Question {
  if (type === 'query') return { path: `/api/trpc/${name}?${new URLSearchParams({ input: JSON.stringify(input) }).toString()}` };
  return {
    method: 'POST',
    path: `/api/trpc/${name}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  };
}
