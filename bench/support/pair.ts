import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';

/** Two server processes with one database, people and decks. */
export interface Pair extends AsyncDisposable {
  readonly servers: readonly [Lectern, Lectern];
  readonly people: readonly TestUser[];
  /** Ids of decks that are visible to the team. */
  readonly decks: readonly string[];
  /**
   * Sends a request to the first server (0) or the second one (1). Returns the response body.
   *
   * @throws Error if the request fails
   */
  call(server: number, method: string, path: string, body?: unknown, who?: TestUser): Promise<string>;
}

const SECRET = 'a secret for benchmarks, long enough';
const SLIDES = 20;
/** All streams of a benchmark come from one address. */
const CONNECTIONS_PER_CLIENT = '5000';

/** Starts both servers and creates people and decks. Disposing the pair stops the servers and deletes their data. */
export async function startPair({ people: peopleCount, decks: deckCount }: { people: number; decks: number }): Promise<Pair> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 2, log: () => undefined });
  opened.defer(() => postgres.stop());
  const start = async (name: string) =>
    opened.use(
      await startLectern({
        DATABASE_URL: postgres.url,
        AUTH_SECRET: SECRET,
        DATA_DIR: join(folder, name),
        LOG_LEVEL: 'warn',
        MAX_CONNECTIONS_PER_CLIENT: CONNECTIONS_PER_CLIENT,
      }),
    );
  const servers: [Lectern, Lectern] = [await start('first'), await start('second')];
  const database = connectDatabase({ url: postgres.url, poolSize: 2 });
  opened.defer(() => database.close());
  const people = await Promise.all(Array.from({ length: peopleCount }, () => insertUser(database.db, SECRET)));
  const agent = new Agent({ keepAlive: true });
  opened.defer(() => agent.destroy());

  const call: Pair['call'] = (server, method, path, body, who = people[0]) =>
    send(agent, `${originOf(servers, server)}${path}`, method, who, body === undefined ? null : { json: JSON.stringify(body) });
  const form = anUpload(await aPackage({ slides: SLIDES }), { visibility: 'team' });
  const decks: string[] = [];
  while (decks.length < deckCount) {
    const answer = await send(agent, `${originOf(servers, 0)}/api/decks`, 'POST', people[0], form);
    decks.push(z.object({ id: z.string() }).parse(JSON.parse(answer)).id);
  }
  const parts = opened.move();
  return { servers, people, decks, call, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function originOf(servers: readonly [Lectern, Lectern], nth: number): string {
  return (nth === 0 ? servers[0] : servers[1]).origin;
}

type Body = { readonly json: string } | ReturnType<typeof anUpload> | null;

/** Sends a request on a keep-alive connection. Returns the response body. @throws Error if the status is 300 or above */
async function send(agent: Agent, url: string, method: string, who: TestUser | undefined, body: Body): Promise<string> {
  const type = body && 'json' in body ? { 'content-type': 'application/json' } : body?.headers;
  const headers = { cookie: who?.cookie ?? '', ...type };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = request(url, { agent, method, headers }, (incoming) => {
    const { statusCode = 0 } = incoming;
    const read = async () => {
      const answer = await text(incoming);
      if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${answer}`);
      return answer;
    };
    resolve(read());
  });
  outgoing.once('error', reject).end(body && ('json' in body ? body.json : body.body));
  return promise;
}
