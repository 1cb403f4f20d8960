import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { operations } from '#server/rest/openapi/document.ts';
import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import { procedures as callsOf, Stage } from '#server/talks/testing/stage.ts';
import { openStream } from '#server/testing/event-stream.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import { CALLER_HEADER } from '#server/testing/statement-log.ts';
import { firstSlideAt, Viewer } from '#server/playback/testing/viewer.ts';
import { restProcedures } from '#server/rest/procedures.ts';
import { PAGE_SIZE_MAX } from '#shared/limits.ts';
import type { Ask } from './ask.ts';
import { callOf, sampleRequestOf, inputOf, type ProcedureFacts, procedures } from './procedures.ts';
import { ask, goodAsk } from './provocations.ts';
import type { Scene } from './scene.ts';

/** Values for parameters of queries instead of all choices; those of one operation have its name before them. Texts: none, one with many hits, one with few, and one too short for an index of trigrams. */
const TEXTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  query: [undefined, 'growth', '99871', 'qx'],
  packageTitle: [undefined, 'Package 5'],
  updatedSince: [undefined, new Date(Date.now() - 3_600_000).toISOString()],
  limit: [undefined, '100'],
  // Without a renderer there are no other pictures.
  width: ['640'],
  format: ['webp'],
  // Frequent words, words in quotes, excluded words, the beginning of a word, and misspelled words.
  'findSearch.q': ['growth', '"growth plan"', 'zephyr -growth', 'g', 'grwoth zehpyr'],
  // XML is refused.
  'embedShared.format': ['json'],
};

/** Optional parameters for which the value of the sample request is enough, and why. */
const AS_IN_SAMPLE: Readonly<Record<string, string>> = {
  cursor: 'The next page is asked for with the cursor in the response.',
  versionId: 'One version, by its id.',
  linkId: 'The sample request of summaries asks for all links as well.',
  inner: 'One part of a slide, by its number.',
  step: 'One step of a slide, by its number.',
  from: 'The days of a summary.',
  to: 'The days of a summary.',
  maxwidth: 'A number in the response.',
  maxheight: 'A number in the response.',
  seconds: 'How long the stream is open.',
};

const DECKS_OF_SET = PAGE_SIZE_MAX + 40;

/** A user's decks of the team, more than the largest page. They are in a collection of the team. */
interface DeckSet {
  readonly ownerId: string;
  readonly collectionId: string;
  readonly deckId: string;
}

/** Parameters that choose a set of decks. All combinations would be too many: each of these is asked alone, with every choice of `limit` and of the enumerations. */
const OF_SETS: Readonly<Record<string, (set: DeckSet) => string>> = {
  starred: () => 'true',
  ownerId: ({ ownerId }) => ownerId,
  collection: ({ collectionId }) => collectionId,
  deckId: ({ deckId }) => deckId,
};

const restNames = new Set(restProcedures().map(({ name }) => name));
/** Procedures without a REST form. */
export const trpcOnly = procedures().filter(({ name }) => !restNames.has(name));

/**
 * Sends valid requests for everything that the server offers: each operation with every choice of its query and, if there is one, the
 * next page; each procedure without a REST form; each stream; a slide. The header `CALLER_HEADER` of each request names the operation.
 *
 * @param aScene creates a scene with a new user, because some requests end the user's sessions
 * @returns the names of the requests that were refused
 */
export async function askEverything(aScene: () => Promise<Scene>): Promise<string[]> {
  const refused = new Set<string>();
  const note = (name: string, { status }: { status: number }) => void (status >= 400 && refused.add(name));
  for (const operation of operations()) await askInEveryWay(await aScene(), operation, note);
  for (const procedure of trpcOnly) await callOnce(await aScene(), procedure, note);
  const scene = await aScene();
  await steerByPhone(scene, note);
  await play(scene, note);
  return [...refused];
}

type Note = (name: string, answer: { readonly status: number }) => void;

async function askInEveryWay(scene: Scene, operation: OperationFacts, note: Note): Promise<void> {
  const good = await goodAsk(scene, operation);
  for (const query of await queriesOf(scene, operation, good)) {
    const headers = { ...good.headers, [CALLER_HEADER]: operation.operationId };
    const answer = await ask(scene, operation, { ...good, query, headers });
    note(operation.operationId, answer);
    const cursor = z.object({ nextCursor: z.string() }).safeParse(answer.body).data?.nextCursor;
    if (cursor === undefined) continue;
    note(operation.operationId, await ask(scene, operation, { ...good, query: { ...query, cursor }, headers }));
  }
}

/** Every combination of the values of enumerations and `TEXTS`, and the requests for sets of decks; other parameters as in `good`. */
async function queriesOf(scene: Scene, operation: OperationFacts, good: Ask): Promise<Record<string, string>[]> {
  const parameters = Object.entries<z.core.$ZodType>(operation.query?.shape ?? {});
  const inSets = parameters.filter(([name]) => name in OF_SETS);
  const others = parameters.filter(([name]) => !(name in OF_SETS));
  const all = combined(others.map(([name, schema]) => [name, valuesOf(operation, [name, schema], good)]));
  if (inSets.length === 0) return all;
  const set = await aDeckSet(scene);
  const chosen = combined(
    others.map(([name, schema]) => {
      const isVaried = name === 'limit' || choicesOf(schema) !== null;
      return [name, isVaried ? valuesOf(operation, [name, schema], good) : isOptional(schema) ? [] : [good.query?.[name]]];
    }),
  );
  return [...all, ...inSets.flatMap(([name]) => chosen.map((query) => ({ ...query, [name]: OF_SETS[name]?.(set) ?? '' })))];
}

type Values = readonly (string | undefined)[];

/** Every combination of values. A parameter without values is left out, as one that is undefined. */
function combined(parameters: readonly (readonly [name: string, values: Values])[]): Record<string, string>[] {
  return parameters.reduce<Record<string, string>[]>(
    (queries, [name, values]) =>
      queries.flatMap((made) =>
        (values.length === 0 ? [undefined] : values).map((value) => (value === undefined ? made : { ...made, [name]: value })),
      ),
    [{}],
  );
}

/** @throws if it is not known which values an optional parameter can have: requests with it would then be left out */
function valuesOf({ operationId }: OperationFacts, [name, schema]: readonly [string, z.core.$ZodType], good: Ask): Values {
  const values = TEXTS[`${operationId}.${name}`] ?? TEXTS[name] ?? choicesOf(schema);
  if (values !== null) return values;
  if (isOptional(schema) && !(name in AS_IN_SAMPLE))
    throw new Error(`no values are known for the optional parameter ${name} of ${operationId}: add some to every-request.ts`);
  return [good.query?.[name]];
}

const isOptional = (schema: z.core.$ZodType): boolean => z.safeParse(schema, undefined).success;

const sets = new WeakMap<TestLectern, Promise<DeckSet>>();

/** Inserts the decks for requests about a set of them. One set for each server, because more decks would change the plans. */
export function deckSetOf(lectern: TestLectern): Promise<DeckSet> {
  const made = sets.get(lectern) ?? insertDeckSet(lectern);
  sets.set(lectern, made);
  return made;
}

/** Stars all decks of the set for the actor, and opens some. */
async function aDeckSet({ lectern, actor }: Scene): Promise<DeckSet> {
  const made = await deckSetOf(lectern);
  const { collectionId } = made;
  const { sql } = lectern.database;
  const decks = sql`select deck_id from collection_decks where collection_id = ${collectionId}`;
  await sql`insert into deck_stars (user_id, deck_id) select ${actor.id}, deck_id from (${decks}) of_set`;
  // A page of the order `opened` can end among those that were opened, and among the others.
  await sql`insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at)
    select ${actor.id}, deck_id, 'slide', 0, now() from (${decks}) of_set limit ${DECKS_OF_SET / 4}`;
  return made;
}

async function insertDeckSet(lectern: TestLectern): Promise<DeckSet> {
  const [{ id: ownerId }, collectionId] = [await lectern.aUser(), randomUUID()];
  await lectern.database.sql.begin(async (tx) => {
    // As in `insertBareDecks`: the search index must not read decks that have no package.
    await tx`set local session_replication_role = replica`;
    await tx`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
      select ${`${collectionId}-`}::text || n, ${ownerId}, 'x', 'team', 'none', ${`sha256-${'0'.repeat(64)}`}, 1, false
      from generate_series(1, ${DECKS_OF_SET}) n`;
    await tx`insert into collections (id, owner_id, name, visibility) values (${collectionId}, ${ownerId}, 'A set', 'team')`;
    await tx`insert into collection_decks (collection_id, deck_id) select ${collectionId}, id from decks where owner_id = ${ownerId}`;
  });
  return { ownerId, collectionId, deckId: `${collectionId}-1` };
}

/** The values of an enumeration, and undefined for a missing one; null for other schemas. */
function choicesOf(schema: z.core.$ZodType): (string | undefined)[] | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return choicesOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? [undefined, ...schema.options.map(String)] : null;
}

/** Sends one valid request for an operation, with the header of `askEverything`. */
export async function askOnce(scene: Scene, operation: OperationFacts): Promise<void> {
  const good = await goodAsk(scene, operation);
  await ask(scene, operation, { ...good, headers: { ...good.headers, [CALLER_HEADER]: operation.operationId } });
}

/** Calls a procedure with a valid input. Does nothing for procedures that only a phone may call. */
export async function callOnce(scene: Scene, procedure: ProcedureFacts, note: Note = () => undefined): Promise<void> {
  if (phoneOnly.has(procedure.name)) return;
  const input = inputOf(await sampleRequestOf(procedure)(scene));
  const headers = { cookie: scene.actor.cookie, [CALLER_HEADER]: procedure.name };
  if (procedure.type === 'subscription') {
    await using stream = await openStream(scene.lectern.address, procedure.name, { headers, input });
    note(procedure.name, { status: (await stream.next())?.event === 'serialized-error' ? 400 : stream.status });
    return;
  }
  const question = callOf(procedure, input);
  note(procedure.name, await scene.lectern.send({ ...question, headers: { ...question.headers, ...headers } }));
}

/** These accept only the cookie of a phone. */
const phoneOnly = new Set(['remotes.stream', 'remotes.command']);

async function steerByPhone({ lectern }: Scene, note: Note): Promise<void> {
  const stage = new Stage(lectern);
  const { presenter, talk } = await stage.aPresenter();
  const { cookie } = await stage.aPhone(presenter, talk);
  const named = (name: string) => ({ [CALLER_HEADER]: name });
  await using stream = await openStream(lectern.address, 'remotes.stream', { headers: { cookie, ...named('remotes.stream') } });
  note('remotes.stream', { status: (await stream.next())?.event === 'serialized-error' ? 400 : stream.status });
  const command = { do: 'blank', blank: 'black' };
  note('remotes.command', await lectern.as({ cookie }).post('/api/trpc/remotes.command', command, named('remotes.command')));
  await callsOf(lectern, presenter).call('talks.end', { talkId: talk.id });
}

async function play({ lectern, owner }: Scene, note: Note): Promise<void> {
  const { id } = await lectern.aDeck({ owner });
  const baseUrl = await new Viewer(lectern, { cookie: owner.cookie }).open(id);
  note('a slide', await firstSlideAt(lectern, baseUrl, { [CALLER_HEADER]: 'a slide' }));
}
