/**
 * Measures the overhead of the API over its SQL: requests per second of a few operations, compared with a bare Express server. The two are
 * measured alternately, so that the load of the machine affects both.
 *
 * The bare server has the same database, the same client with prepared statements, the same number of connections and the same V8 options. For
 * each request it runs the statements that Lectern was recorded to send, one after the other, with the recorded parameters, and
 * sends the recorded response with `response.json`, which adds an ETag. It reads the body of a PUT as JSON. It does nothing else: no
 * security headers, no request id, no session cookie to verify, no checks of input, rights or output, and no objects made from rows.
 * Lectern's access log is off. All requests of an operation are for the same deck, so the writes of both servers wait for each other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startLectern } from '#e2e/support/lectern.ts';
import { buildLectern } from '#server/build.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { OwnOrigins } from '#server/http/own-origins.ts';
import { createLog } from '#server/log.ts';
import { apiOf } from '#server/testing/api.ts';
import { exchange } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { CALLER_HEADER, namedRequests, StatementLog } from '#server/testing/statement-log.ts';
import type { BareOperation, BareSettings } from './support/bare-server.ts';
import { median } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const DECKS = 30;
const SECONDS = 2;
const ROUNDS = 5;
const CONNECTIONS = 10;
const NOTE = { body: 'Welcome everybody' };
/** The query of the health check is not in the statement log. Its result is good for a second. */
const HEALTH_CHECK = { statements: [{ text: 'select 1', parameters: [] }], goodForMilliseconds: 1000 };
/** The ratio to Express that each operation should reach. Lower values are marked in the output. */
const TARGET = 0.7;

interface Operation {
  readonly name: string;
  readonly method: 'get' | 'put';
  readonly path: string;
}

const operationsFor = (deckId: string): readonly Operation[] => [
  { name: 'list of decks', method: 'get', path: '/api/decks' },
  { name: 'a deck', method: 'get', path: `/api/decks/${deckId}` },
  { name: 'session', method: 'get', path: '/api/auth/get-session' },
  { name: 'PUT of a note', method: 'put', path: `/api/decks/${deckId}/notes/0` },
  { name: 'health', method: 'get', path: '/api/health' },
];

interface Recording {
  readonly user: TestUser;
  readonly operations: readonly Operation[];
  /** The statements and the response of each operation, in the same order. */
  readonly recorded: readonly BareOperation[];
}

/** Creates decks, and records the SQL statements and the response of each operation. */
async function record(databaseUrl: string, folder: string): Promise<Recording> {
  const database = connectDatabase({ url: databaseUrl, poolSize: 2 });
  const config = readConfig({ DATABASE_URL: databaseUrl, AUTH_SECRET: SECRET, DATA_DIR: folder, MIN_FREE_BYTES: '0' });
  const origins = new OwnOrigins(config.baseUrl, 3000, { playback: config.playback.origin });
  const webApp = {
    handler: () => (_request: unknown, _response: unknown, next: () => void) => next(),
    hotReload: false,
    bridge: '',
    scripts: [],
  };
  const log = createLog('silent');
  const lectern = await buildLectern({
    config,
    log,
    origins,
    webApp,
    makesFirstAdmin: false,
    signal: new AbortController().signal,
  });
  const server = createHttpServer(namedRequests(lectern.app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  using statements = new StatementLog();
  try {
    const user = await insertUser(database.db, SECRET);
    const api = apiOf((question) => exchange(`http://127.0.0.1:${address.port}`, question), user.cookie);
    const form = anUpload(await aPackage({ slides: 20 }), { visibility: 'team' });
    const decks: string[] = [];
    while (decks.length < DECKS)
      decks.push((await api.send('POST', '/api/decks', form)).text.slice('{"id":"'.length).split('"')[0] ?? '');
    const operations = operationsFor(decks.at(-1) ?? '');
    const recorded: BareOperation[] = [];
    for (const { name, method, path } of operations) {
      // The first requests differ from later ones: they create the note and update the time of use of the session.
      for (const caller of ['before', 'before', name]) {
        const headers = { [CALLER_HEADER]: caller };
        const answer = await (method === 'get' ? api.get(path, headers) : api.put(path, NOTE, headers));
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
        const sent = { method, path, statements: statements.of(name), answer: answer.body };
        if (caller === name) recorded.push(name === 'health' ? { ...sent, ...HEALTH_CHECK } : sent);
      }
    }
    return { user, operations, recorded };
  } finally {
    server.close();
    server.closeAllConnections();
    await lectern.close();
    await database.close();
  }
}

async function startBare(settings: BareSettings, folder: string): Promise<{ child: ChildProcess; origin: string }> {
  const file = join(folder, 'bare.json');
  await writeFile(file, JSON.stringify(settings));
  const script = join(import.meta.dirname, 'support/bare-server.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=4', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, origin: `http://127.0.0.1:${port.toString().trim()}` };
}

/** Requests per second of one operation. @throws Error if a request fails */
async function perSecond(origin: string, { method, path }: Operation, headers: Record<string, string>): Promise<number> {
  const body = method === 'put' ? { body: JSON.stringify(NOTE) } : {};
  const load = await autocannon({
    url: `${origin}${path}`,
    method: method === 'put' ? 'PUT' : 'GET',
    headers: { ...headers, ...(method === 'put' && { 'content-type': 'application/json' }) },
    connections: CONNECTIONS,
    duration: SECONDS,
    ...body,
  });
  if (load.non2xx > 0 || load.errors > 0) throw new Error(`${path}: ${load.non2xx} failed responses, ${load.errors} errors`);
  return load.requests.average;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 2, log: () => undefined });
opened.defer(() => postgres.stop());
const { user, operations, recorded } = await record(postgres.url, join(folder, 'lectern'));
const lectern = opened.use(
  await startLectern({ DATABASE_URL: postgres.url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, 'lectern'), LOG_LEVEL: 'warn' }),
);
const bare = await startBare({ databaseUrl: postgres.url, operations: recorded }, folder);
opened.defer(() => void bare.child.kill());
const headers = { cookie: user.cookie };
console.log(
  `${'requests/s'.padEnd(20)}${'Lectern'.padStart(10)}${'Express'.padStart(10)}${'ratio'.padStart(8)}${'statements'.padStart(12)}`,
);
for (const [nth, operation] of operations.entries()) {
  await perSecond(lectern.origin, operation, headers);
  await perSecond(bare.origin, operation, headers);
  const pairs: (readonly [number, number])[] = [];
  while (pairs.length < ROUNDS)
    pairs.push([await perSecond(lectern.origin, operation, headers), await perSecond(bare.origin, operation, headers)]);
  const [ours, theirs] = [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))];
  const ratio = median(pairs.map(([a, b]) => a / b));
  const columns = [ours.toFixed(0).padStart(10), theirs.toFixed(0).padStart(10), ratio.toFixed(2).padStart(8)];
  const statements = String(recorded[nth]?.statements.length ?? 0).padStart(12);
  console.log(
    `${operation.name.padEnd(20)}${columns.join('')}${statements}${ratio < TARGET ? `  below the target of ${TARGET}` : ''}`,
  );
}
