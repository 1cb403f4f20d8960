import { z } from 'zod';
import { operations } from '#server/rest/openapi/document.ts';
import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import { procedures as callsOf, Stage } from '#server/talks/testing/stage.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { CALLER_HEADER } from '#server/testing/statement-log.ts';
import { firstSlideAt, Viewer } from '#server/playback/testing/viewer.ts';
import { restProcedures } from '#server/rest/procedures.ts';
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
  for (const query of queriesOf(operation, good)) {
    const headers = { ...good.headers, [CALLER_HEADER]: operation.operationId };
    const answer = await ask(scene, operation, { ...good, query, headers });
    note(operation.operationId, answer);
    const cursor = z.object({ nextCursor: z.string() }).safeParse(answer.body).data?.nextCursor;
    if (cursor === undefined) continue;
    note(operation.operationId, await ask(scene, operation, { ...good, query: { ...query, cursor }, headers }));
  }
}

/** Every combination of the values of enumerations and `TEXTS`; other parameters as in `good`. */
function queriesOf({ operationId, query }: OperationFacts, good: Ask): Record<string, string>[] {
  const names = Object.entries<z.core.$ZodType>(query?.shape ?? {});
  return names.reduce<Record<string, string>[]>(
    (queries, [name, schema]) => {
      const values = TEXTS[`${operationId}.${name}`] ?? TEXTS[name] ?? choicesOf(schema) ?? [good.query?.[name]];
      return queries.flatMap((made) => values.map((value) => (value === undefined ? made : { ...made, [name]: value })));
    },
    [{}],
  );
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
