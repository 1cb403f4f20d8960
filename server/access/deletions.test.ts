import type { TransactionSql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { PROCEDURES, restProcedures } from '#server/rest/procedures.ts';
import { questionOf } from '#server/rest/testing/ask.ts';
import { MAIL_SETTINGS } from '#server/rest/testing/provocations.ts';
import { SAMPLE_REQUESTS } from '#server/rest/testing/sample-requests.ts';
import { callOf, sampleRequestOf, inputOf, procedures } from '#server/rest/testing/procedures.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { missingReference } from '#server/db/references.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { raceWith } from '#server/testing/race.ts';

const lectern = await aLectern({ TRUST_PROXY: '1', ...MAIL_SETTINGS }, { renderer: 'starting' });
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
const REPLACES_SESSION = new Set(['signIn', 'takeSecondStep', 'signInWithPasskey', 'signUp']);
/** These accept only the cookie of a phone, so they are refused here. `races.test.ts` has them. */
const OF_PHONES = new Set(['remotes.command']);
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
  talk_questions: (tx, id) => tx`delete from talk_questions where id = ${id}`,
  talk_remotes: (tx, id) => tx`delete from talk_remotes where id = ${id}`,
  links: (tx, id) => tx`delete from links where id = ${id}`,
  visits: (tx, id) => tx`delete from visits where id = ${id}`,
  invites: (tx, id) => tx`delete from invites where id = ${id}`,
  passkeys: (tx, id) => tx`delete from passkeys where id = ${id}`,
  trusted_devices: (tx, id) => tx`delete from trusted_devices where id = ${id}`,
} satisfies Record<string, (tx: TransactionSql, id: string) => Promise<unknown>>;
type Thing = keyof typeof THINGS;
/** The other tables whose rows have an id, and why no request can refer to a row that is deleted at the same time. */
const NOT_NAMED: Readonly<Record<string, string>> = {
  accounts: 'Passwords and identities, which have no id in the API. They are deleted with their user.',
  audit_events: 'They have no id in the API.',
  backups: 'They have no id in the API.',
  live_instances: 'The processes of the service.',
  live_streams: 'A stream gives itself an id, and ends at any time: `live` has tests of that.',
  render_jobs: 'They have no id in the API.',
  requested_pictures: 'They have no id in the API.',
  search_due: 'They have no id in the API.',
  search_entries: 'They have no id in the API.',
  strokes: 'Clients choose the ids. Erasing one that is not there is no error.',
  verifications: 'A table of the auth library, which nothing uses.',
};

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
      isAdmins: PROCEDURES.get(procedure.name)?.meta?.access === 'admin',
      ask: async (scene: Scene) => callOf(procedure, inputOf(await sampleRequestOf(procedure)(scene))),
    })),
  ...operations()
    .filter(({ operationId }) => !restNames.has(operationId))
    .map((operation) => ({
      name: operation.operationId,
      isAdmins: operation.access === 'admin',
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
  // A sign-in that waits for its second step has a cookie of its own.
  const cookie = [question.headers?.['cookie'], actor.cookie].filter((each) => each !== undefined).join('; ');
  return { question: { ...question, headers: { ...question.headers, cookie } }, refersTo };
}

describe('no operation fails because something that it refers to is deleted at the same time', () => {
  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s', async (_name, operation) => {
    const { question: undisturbed, refersTo } = await aRequest(operation);
    const undisturbedAnswer = await lectern.send(undisturbed);
    // A request that is refused in any case would prove nothing.
    expect(isRefusal(undisturbedAnswer), undisturbedAnswer.text).toBe(OF_PHONES.has(operation.name));
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

it('every table whose ids requests can contain is among those whose rows are deleted', async () => {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' order by 1`;
  expect(tables.map(({ name }) => name)).toEqual([...Object.keys(THINGS), ...Object.keys(NOT_NAMED)].toSorted());
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
