import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { aStroke } from '#server/live/testing/watching.ts';
import { apiOf } from '#server/testing/api.ts';
import { type Answer, exchange } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { cannotStart, spawnServer } from '#server/testing/lectern-process.ts';
import { LiveClient } from '#server/testing/live-client.ts';
import { startNginx } from '#server/testing/nginx.ts';
import { aPackage } from '#server/testing/packages.ts';
import { insertUser } from '#server/testing/people.ts';
import { isInstalled } from '#server/testing/programs.ts';
import { deckDetailSchema } from '#shared/decks.ts';

const SECRET = 'a secret of the tests, which is long enough';
const PAUSE_MILLISECONDS = 20;
/** A slide can have 2,000 strokes, so they are distributed. */
const SLIDES = 20;

const missing = cannotStart ?? ((await isInstalled('nginx')) ? null : 'nginx is not installed');
if (missing !== null) process.stderr.write(`Tests of rolling restarts are skipped: ${missing}\n`);

/** Two processes of the program with one database, behind nginx. */
async function aDeployment(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-rolling-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const front = await aFreePort();
  const start = async (port: number) => {
    const settings = {
      DATABASE_URL: database.url,
      AUTH_SECRET: SECRET,
      BASE_URL: `http://localhost:${front}`,
      TRUST_PROXY: 'loopback',
    };
    const server = spawnServer(path.join(folder, String(port)), { ...settings, PORT: String(port), LOG_LEVEL: 'warn' });
    const early = server.ended.then((code) =>
      Promise.reject(new Error(`the server ended with code ${code}: ${server.output()}`)),
    );
    await Promise.race([early, eventually(() => server.output().includes('Lectern is ready'))]);
    early.catch(() => undefined);
    return { ...server, port };
  };
  const servers = [await start(await aFreePort()), await start(await aFreePort())];
  opened.defer(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  const upstreams = servers.map(({ port }) => `127.0.0.1:${port}`);
  opened.use(await startNginx({ port: front, upstreams, folder }));
  const address = `http://127.0.0.1:${front}`;
  return {
    address,
    database,
    origin: `http://localhost:${front}`,
    /** Replaces the processes one after the other, each with an orderly stop. */
    restart: async () => {
      for (const [index, server] of servers.entries()) {
        server.child.kill('SIGTERM');
        expect(await server.ended, server.output()).toBe(0);
        servers[index] = await start(server.port);
      }
    },
  };
}

/** Repeats work until the signal is aborted. Returns how often it failed, by reason. */
async function until(signal: AbortSignal, work: (round: number) => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  for (let round = 0; !signal.aborted; round += 1) {
    await work(round).catch((fault: unknown) => faults.push(String(fault)));
    // Leaves processor time for the restart.
    await delay(PAUSE_MILLISECONDS);
  }
  return faults;
}

/** The stream of a browser: when it is closed, it connects again after the last event that it has. */
class Follower {
  readonly #open: (after: string | null) => LiveClient;
  readonly #clients: LiveClient[] = [];
  #isOver = false;

  constructor(open: (after: string | null) => LiveClient) {
    this.#open = open;
    void this.#connect();
  }

  get drawn(): ReadonlySet<string> {
    return new Set(this.#clients.flatMap((client) => client.of('ink').flatMap((event) => event.drawn.map(({ id }) => id))));
  }

  close(): void {
    this.#isOver = true;
    this.#clients.at(-1)?.close();
  }

  async #connect(): Promise<void> {
    let last: string | null = null;
    while (!this.#isOver) {
      const client = this.#open(last);
      this.#clients.push(client);
      await client.closed;
      last = client.lastEventId ?? last;
      await delay(PAUSE_MILLISECONDS);
    }
  }
}

describe.skipIf(missing !== null)('a rolling restart under load', () => {
  it('loses no request, no event and no stroke', async () => {
    await using opened = new AsyncDisposableStack();
    const { address, origin, database, restart } = await aDeployment(opened);
    const user = await insertUser(database.db, SECRET);
    const headers = { cookie: user.cookie, host: new URL(origin).host, origin };
    const api = apiOf(
      ({ headers: more, ...question }) => exchange(address, { ...question, headers: { ...headers, ...more } }),
      null,
    );
    const uploaded = await api.send('POST', '/api/decks', anUpload(await aPackage({ slides: SLIDES })));
    const { id } = deckDetailSchema.parse(uploaded.body);
    const streamId = randomUUID();
    const follower = new Follower((after) => new LiveClient(address, headers, { streamId, decks: [{ id, since: 0 }] }, after));
    opened.defer(() => follower.close());

    const drawn: string[] = [];
    const succeed = async (answer: Promise<Answer>): Promise<void> => {
      const { status, text } = await answer;
      if (status !== 200) throw new Error(`${status} ${text}`);
    };
    const draw = async (round: number): Promise<void> => {
      const stroke = aStroke();
      drawn.push(stroke.id);
      // As the outbox of a browser. A proxy does not repeat a POST whose connection has ended (502), because it may have been carried out, nor
      // one that a server has refused because its start takes long (503).
      const send = async (): Promise<Answer> => {
        const answer = await api.post(`/api/decks/${id}/annotations/${round % SLIDES}/strokes`, { add: [stroke] });
        if (answer.status !== 502 && answer.status !== 503) return answer;
        await delay(PAUSE_MILLISECONDS);
        return send();
      };
      await succeed(send());
    };
    const stop = new AbortController();
    const load = [
      until(stop.signal, () => succeed(api.get('/api/decks'))),
      until(stop.signal, (round) => succeed(api.put(`/api/decks/${id}/notes/0`, { body: `Round ${round}` }))),
      until(stop.signal, draw),
      until(stop.signal, draw),
    ];
    await restart();
    stop.abort();
    expect((await Promise.all(load)).flat()).toEqual([]);
    const stored = await database.sql<{ id: string }[]>`select id from strokes`;
    expect(stored.map((row) => row.id).toSorted()).toEqual(drawn.toSorted());
    await eventually(() => follower.drawn.isSupersetOf(new Set(drawn)));
  });
});
