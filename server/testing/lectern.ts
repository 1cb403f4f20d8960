import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Renderer } from 'deck-renderer';
import type { Logger } from 'pino';
import { afterAll } from 'vitest';
import type { WebApp } from '#server/app.ts';
import { loggedOfRequest } from '#server/audit-trail/request-scope.ts';
import { buildLectern, type Lectern, type Surroundings } from '#server/build.ts';
import { readConfig } from '#server/config.ts';
import { INSTANCES } from '#server/db/testing/instances.ts';
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { lanAddresses } from '#server/http/lan-addresses.ts';
import { OwnOrigins } from '#server/http/own-origins.ts';
import { createLog } from '#server/log.ts';
import { ReaderPool } from '#server/packages/reading/reader-pool.ts';
import { LateRenderer } from '#server/rendering/late-renderer.ts';
import type { Rendering } from '#server/rendering/open-rendering.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import { errorEnvelopeSchema } from '#shared/errors.ts';
import { type Api, apiOf } from './api.ts';
import { type Answer, exchange, type Question } from './exchange.ts';
import { anUpload } from './forms.ts';
import { aPackage, type PackageWish } from './packages.ts';
import { namedRequests } from './statement-log.ts';
import { insertPassword, insertSession, insertUser, type TestUser, type UserWish } from './people.ts';

export interface DeckWish extends PackageWish {
  readonly owner: TestUser;
  readonly visibility?: 'private' | 'team';
}

/** What uploads have left in database and storage. */
export interface Leftovers {
  readonly decks: number;
  readonly versions: number;
  readonly blobs: string[];
  readonly temporary: string[];
}

/** A running server with a real database, disk and sockets. */
export interface TestLectern extends AsyncDisposable {
  readonly address: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  /** The lines that the server has logged, as JSON. */
  readonly logged: readonly string[];
  /** An error response, and what the server has logged about the request, which says more than the response. */
  explain(answer: Answer): string;
  /** The address at which the first admin creates their account. */
  readonly firstRunUrl: string | null;
  readonly send: (question: Question) => Promise<Answer>;
  /** The API for a user; null for an anonymous caller. */
  as(user: Pick<TestUser, 'cookie'> | null): Api;
  aUser(wish?: UserWish): Promise<TestUser>;
  /** Sets the password of a user to `PASSWORD`. */
  aPasswordOf(user: TestUser): Promise<void>;
  /** Creates another session of a user. */
  aSessionOf(user: TestUser): Promise<TestUser>;
  /** Uploads a package through the API. */
  aDeck(wish: DeckWish): Promise<DeckDetail>;
  leftovers(): Promise<Leftovers>;
}

type Settings = Readonly<Record<string, string>>;
interface Replaced extends Partial<Pick<Surroundings, 'reading' | 'talkEndsAfterSeconds' | 'webApp'>> {
  /** Renders decks, from this machine. `starting`: jobs wait for it, and it never comes. Without it, there is no renderer. */
  readonly renderer?: Pick<Renderer, 'render'> | 'starting';
}

/** The servers of a worker share the processes that read packages: each takes as long to start as the requests of many tests. */
const READERS = new ReaderPool();
const SECRET = 'a secret of the tests, which is long enough';
const WEB_APP: WebApp = {
  handler: () => (_request, _response, next) => next(),
  audiencePage: () => Promise.resolve('<!doctype html><html lang="en"><head><title>Lectern</title></head><body></body></html>'),
  hotReload: false,
  scripts: ['/assets/'],
  bridge: '"the bridge";',
};

/** A server for all tests of a file. Call it at the top of the file. */
export async function aLectern(settings: Settings = {}, replaced: Replaced = {}): Promise<TestLectern> {
  const lectern = await startLectern(settings, replaced);
  afterAll(() => lectern[Symbol.asyncDispose]());
  return lectern;
}

/**
 * A server for one test: `await using lectern = await startLectern({ … })`. Settings are environment variables. `replaced` contains parts
 * that replace those of the product.
 */
export async function startLectern(settings: Settings = {}, replaced: Replaced = {}): Promise<TestLectern> {
  await using opened = new AsyncDisposableStack();
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lectern-server-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { address, logged, firstRunUrl } = await serve(
    { DATABASE_URL: database.url, AUTH_SECRET: SECRET, DATA_DIR: dataDir, ...settings },
    opened,
    replaced,
  );
  const agent = new Agent({ keepAlive: true });
  opened.defer(() => agent.destroy());

  const send = (question: Question) => exchange(address, { agent, ...question });
  const explain: TestLectern['explain'] = ({ text, body }) => {
    const requestId = errorEnvelopeSchema.safeParse(body).data?.error.details.requestId;
    const about = requestId === undefined ? [] : logged.filter((line) => line.includes(requestId));
    return [text, ...about].join('\n');
  };
  const as: TestLectern['as'] = (user) => apiOf(send, user?.cookie ?? null);
  const parts = opened.move();
  return {
    address,
    database,
    dataDir,
    logged,
    explain,
    firstRunUrl,
    send,
    as,
    aUser: (wish) => insertUser(database.db, SECRET, wish),
    aPasswordOf: (user) => insertPassword(database.db, user.id),
    aSessionOf: async (user) => ({ ...user, ...(await insertSession(database.db, SECRET, user.id)) }),
    aDeck: async ({ owner, visibility = 'private', ...wish }) => {
      const form = anUpload(await aPackage(wish), { visibility });
      const answer = await as(owner).send('POST', '/api/decks', form);
      if (answer.status !== 201) throw new Error(`the deck was refused: ${explain(answer)}`);
      return deckDetailSchema.parse(answer.body);
    },
    leftovers: () => findLeftovers(database, dataDir),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function serve(settings: Settings, opened: AsyncDisposableStack, { renderer, ...replaced }: Replaced) {
  const config = readConfig({ MIN_FREE_BYTES: '0', ...settings });
  const logged: string[] = [];
  const log = createLog('debug', { destination: { write: (line) => void logged.push(line) }, fields: loggedOfRequest });
  let listener: RequestListener = (_request, response) => void response.destroy();
  const server = createHttpServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origins = new OwnOrigins(config.baseUrl, port, {
    playback: config.playback.origin,
    lanAddresses: () => lanAddresses(config.host),
  });
  const closing = new AbortController();
  const instances: Lectern[] = [];
  for (let index = 0; index < INSTANCES; index += 1) {
    const lectern = await buildLectern({
      config,
      log,
      origins,
      webApp: WEB_APP,
      makesFirstAdmin: index === 0,
      signal: new AbortController().signal,
      // Long enough for slow machines. Tests of presenters who leave set another time.
      talkEndsAfterSeconds: 24 * 3600,
      reading: { shared: READERS },
      rendering: renderer ? renderingOf(renderer, { port, log, closing: closing.signal }) : null,
      ...replaced,
    });
    opened.defer(() => lectern.close());
    instances.push(lectern);
  }
  opened.defer(() => closing.abort());
  listener = inTurn(instances.map(({ app }) => namedRequests(app)));
  for (const lectern of instances) lectern.begin();
  return { address: `http://127.0.0.1:${port}`, logged, firstRunUrl: instances[0]?.firstRunUrl ?? null };
}

/** Gives each request to the next instance, as a proxy does. */
function inTurn(listeners: readonly RequestListener[]): RequestListener {
  let requests = 0;
  return (request, response) => {
    listeners[requests % listeners.length]?.(request, response);
    requests += 1;
  };
}

interface Where {
  readonly port: number;
  readonly log: Logger;
  readonly closing: AbortSignal;
}

function renderingOf(given: Pick<Renderer, 'render'> | 'starting', { port, log, closing }: Where): Rendering {
  const open = async (): Promise<Renderer> => {
    if (given !== 'starting') {
      const render: Renderer['render'] = (request, signal) => given.render(request, signal);
      return { render, check: () => Promise.resolve({ browser: 'a test' }), stop: () => Promise.resolve() };
    }
    if (!closing.aborted) await once(closing, 'abort');
    throw new Error('The server is closed.');
  };
  return {
    renderer: new LateRenderer(open, log),
    origin: `http://127.0.0.1:${port}`,
    networks: () => Promise.resolve(['loopback']),
  };
}

async function findLeftovers({ sql }: TestDatabase, dataDir: string): Promise<Leftovers> {
  const [rows] = await sql<{ decks: number; versions: number }[]>`
    select (select count(*)::int from decks) as decks, (select count(*)::int from versions) as versions`;
  const files = await readdir(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return {
    decks: rows?.decks ?? 0,
    versions: rows?.versions ?? 0,
    blobs: files.filter((file) => file.isFile()).map((file) => file.name),
    temporary: await readdir(path.join(dataDir, 'tmp')),
  };
}
