import type { TransactionSql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { restProcedures } from '#server/rest/procedures.ts';
import { questionOf } from '#server/rest/testing/ask.ts';
import { SAMPLE_REQUESTS } from '#server/rest/testing/sample-requests.ts';
import { callOf, sampleRequestOf, inputOf, procedures } from '#server/rest/testing/procedures.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { missingReference } from '#server/db/references.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { raceWith } from '#server/testing/race.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' }, { renderer: 'starting' });
const { sql } = lectern.database;

/**
 * These succeed although the thing was deleted: what they would end has ended, "no session" is a valid response, and a link goes on
 * when its maker is removed.
 */
const ENDS_IT_ANYWAY = new Set([
  'talks.end',
  'sessions.endOther',
  'signOut',
  'getSession',
  'shared.playback',
  'sharedVisits.start',
]);
/** These end the session that their browser had before, of someone else. That it has ended already, or its user is removed, changes nothing. */
const REPLACES_SESSION = new Set(['signIn', 'signInWithPasskey', 'signUp']);
const OF_SESSION: ReadonlySet<Thing> = new Set(['sessions', 'users']);
const isRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** The tables whose ids requests can contain, and how their rows are deleted. */
const THINGS = {
  sessions: (tx, id) => tx`delete from sessions where id = ${id}`,
  api_keys: (tx, id) => tx`delete from api_keys where id = ${id}`,
  users: async (tx, id) => {
    await tx`update decks set owner_id = ${(await lectern.aUser()).id} where owner_id = ${id}`;
    await tx`delete from users where id = ${id}`;
  },
  decks: (tx, id) => tx`delete from decks where id = ${id}`,
  versions: async (tx, id) => {
    // The service deletes versions with their deck, for which the search index would wait. It must not wait for the rows of the version here.
    await tx`select pg_advisory_xact_lock(hashtextextended('search ' || deck_id, 0)) from versions where id = ${id}`;
    await tx`delete from versions where id = ${id}`;
  },
  collections: (tx, id) => tx`delete from collections where id = ${id}`,
  talks: (tx, id) => tx`delete from talks where id = ${id}`,
  exports: (tx, id) => tx`delete from exports where id = ${id}`,
  talk_remotes: (tx, id) => tx`delete from talk_remotes where id = ${id}`,
  invites: (tx, id) => tx`delete from invites where id = ${id}`,
} satisfies Record<string, (tx: TransactionSql, id: string) => Promise<unknown>>;
type Thing = keyof typeof THINGS;

interface Operation {
  readonly name: string;
  readonly isAdmins: boolean;
  readonly ask: (scene: Scene) => Promise<Question>;
}

const restNames = new Set(restProcedures().map(({ name }) => operationIdOf(name)));
/** All operations except streams, which are tested in `live/revocation.test.ts` and `talks/remotes.test.ts`. */
const OPERATIONS: readonly Operation[] = [
  ...procedures()
    .filter(({ type }) => type !== 'subscription')
    .map((procedure) => ({
      name: procedure.name,
      isAdmins: /^(users|invites)\./.test(procedure.name),
      ask: async (scene: Scene) => callOf(procedure, inputOf(await sampleRequestOf(procedure)(scene))),
    })),
  ...operations()
    .filter(({ operationId }) => !restNames.has(operationId))
    .map((operation) => ({
      name: operation.operationId,
      isAdmins: false,
      ask: async (scene: Scene) => questionOf(operation, (await SAMPLE_REQUESTS[operation.operationId]?.(scene)) ?? {}),
    })),
];

async function aRequest({ isAdmins, ask }: Operation): Promise<{ question: Question; refersTo: Map<Thing, string> }> {
  const actor = await lectern.aUser({ role: isAdmins ? 'admin' : 'user' });
  const question = await ask(new Scene(lectern, { owner: actor, visibility: 'team' }));
  const text = decodeURIComponent(question.path) + (typeof question.body === 'string' ? question.body : '');
  const refersTo = new Map<Thing, string>([
    ['sessions', actor.sessionId],
    ['users', actor.id],
  ]);
  for (const thing of Object.keys(THINGS) as Thing[]) {
    const [found] = await sql<{ id: string }[]>`select id from ${sql(thing)} where strpos(${text}, id) > 0 limit 1`;
    if (found !== undefined) refersTo.set(thing, found.id);
  }
  return { question: { ...question, headers: { ...question.headers, cookie: actor.cookie } }, refersTo };
}

describe('no operation fails because something that it refers to is deleted at the same time', () => {
  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', async (_name, operation) => {
    const { refersTo } = await aRequest(operation);
    for (const thing of refersTo.keys()) {
      const { question, refersTo: ids } = await aRequest(operation);
      const race = await raceWith(
        lectern,
        (tx) => THINGS[thing](tx, ids.get(thing) ?? ''),
        () => lectern.send(question),
      );
      expect(race.answer.status, `${thing}: ${race.answer.text}`).toBeLessThan(500);
      // A request that waited for the deletion must notice it.
      const isEndedAnyway = ENDS_IT_ANYWAY.has(operation.name) || (OF_SESSION.has(thing) && REPLACES_SESSION.has(operation.name));
      if (race.waited && !isEndedAnyway) expect(isRefusal(race.answer), `${thing}: ${race.answer.text}`).toBe(true);
    }
  });
});

describe('a foreign key', () => {
  it('has an error for clients whose referenced row was deleted', async () => {
    const keys = await sql<{ name: string }[]>`select conname as name from pg_constraint where contype = 'f'`;
    expect(keys.length).toBeGreaterThan(20);
    const broken = (constraint: string) => Object.assign(new Error('broken'), { code: '23503', constraint_name: constraint });
    const unknown = keys.filter(({ name }) => missingReference(broken(name)) === null).map(({ name }) => name);
    expect(unknown).toEqual([]);
  });

  it('of another schema, or any other error, has none', () => {
    expect(missingReference(Object.assign(new Error('broken'), { code: '23503', constraint_name: 'elsewhere_fk' }))).toBeNull();
    expect(missingReference(new Error('broken'))).toBeNull();
  });
});
