import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { apiOf } from '#server/testing/api.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { exchange } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { LiveClient } from '#server/testing/live-client.ts';
import { configureNginx } from '#server/testing/nginx.ts';
import { aPackage } from '#server/testing/packages.ts';
import { isInstalled } from '#server/testing/programs.ts';
import { auditListSchema } from '#shared/audit.ts';
import { MIB } from '#shared/limits.ts';
import { playbackSchema } from '#shared/playback.ts';

const RECIPES = path.join(import.meta.dirname, '../../deploy');
const PLAYBACK_HOST = 'lectern-decks.localhost';

/** Where a proxy listens, and what it passes requests on to. */
interface Wiring {
  readonly port: number;
  readonly upstream: string;
  /** For its files. */
  readonly folder: string;
}

interface Proxy {
  readonly program: string;
  /** Writes its configuration from the recipe in `deploy/`. Returns the arguments and the environment of the program. */
  readonly configure: (wiring: Wiring) => Promise<{ arguments: string[]; env?: Readonly<Record<string, string>> }>;
}

const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    configure: async ({ upstream, ...wiring }) => ({ arguments: await configureNginx({ upstreams: [upstream], ...wiring }) }),
  },
  {
    program: 'caddy',
    async configure({ port, upstream, folder }) {
      const recipe = await readFile(path.join(RECIPES, 'caddy/Caddyfile'), 'utf8');
      // Neither certificates nor the address of its own administration.
      await writeFile(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${recipe}`);
      const sites = `http://localhost:${port}, http://${PLAYBACK_HOST}:${port}`;
      return {
        arguments: ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
        env: { LECTERN_SITES: sites, LECTERN_UPSTREAMS: upstream, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      };
    },
  },
];

/** A server behind a proxy. */
interface Proxied extends AsyncDisposable {
  readonly lectern: TestLectern;
  readonly address: string;
}

async function startProxied({ program, configure }: Proxy): Promise<Proxied> {
  await using opened = new AsyncDisposableStack();
  const port = await aFreePort();
  const lectern = await startLectern({
    BASE_URL: `http://localhost:${port}`,
    PLAYBACK_ORIGIN: `http://${PLAYBACK_HOST}:${port}`,
    TRUST_PROXY: '1',
  });
  opened.use(lectern);
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-proxy-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const upstream = lectern.address.replace('http://', '');
  const { arguments: args, env = {} } = await configure({ port, upstream, folder });
  const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  const child = spawn(program, args, { cwd: folder, env: { PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  opened.defer(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const address = `http://127.0.0.1:${port}`;
  const answers = () =>
    exchange(address, { path: '/api/health', headers: { host: `localhost:${port}` } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
    return answers();
  });
  const parts = opened.move();
  return { lectern, address, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** The API through the proxy, for a person. */
function through({ address, lectern }: Proxied, cookie: string) {
  const host = `localhost:${new URL(address).port}`;
  return {
    host,
    api: apiOf(
      ({ headers, ...question }) => exchange(address, { ...question, headers: { host, origin: `http://${host}`, ...headers } }),
      cookie,
    ),
    lectern,
  };
}

async function answerOf(outgoing: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await readText(response) };
}

/** The number of bytes in the staging folder of the server. */
async function stagedBytes({ dataDir }: TestLectern): Promise<number> {
  const folder = path.join(dataDir, 'tmp');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(path.join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.each(PROXIES)('behind $program, as the recipe has it', (recipe) => {
  it('everything works: uploads, events, ranges, addresses of clients, decks at their own host', async ({ skip }) => {
    if (!(await isInstalled(recipe.program))) skip(`${recipe.program} is not installed`);
    await using proxied = await startProxied(recipe);
    const { lectern, address } = proxied;
    const owner = await lectern.aUser({ role: 'admin' });
    const { api, host } = through(proxied, owner.cookie);

    // An upload of 24 MB reaches the server while it is sent: the second half follows when the first one is there.
    const noise = Buffer.alloc(24 * MIB, 'noise that is not compressed');
    const form = anUpload(await aPackage({ files: { 'assets/film.mp4': noise } }));
    const half = Math.floor(form.body.length / 2);
    const outgoing = request(`${address}/api/decks`, {
      method: 'POST',
      headers: { host, cookie: owner.cookie, origin: `http://${host}`, ...form.headers, 'content-length': form.body.length },
    });
    const answered = answerOf(outgoing);
    outgoing.write(form.body.subarray(0, half));
    let early: unknown;
    answered.then(
      (answer) => (early = answer),
      (error: unknown) => (early = error),
    );
    await eventually(async () => early !== undefined || (await stagedBytes(lectern)) > half / 2);
    expect(early).toBeUndefined();
    outgoing.end(form.body.subarray(half));
    const answer = await answered;
    expect(answer).toMatchObject({ status: 201 });
    const deck = JSON.parse(answer.text) as { id: string };

    // Events arrive while their stream is open.
    const live = new LiveClient(
      `http://localhost:${new URL(address).port}`,
      { cookie: owner.cookie, host },
      { streamId: randomUUID(), decks: [{ id: deck.id, since: null }] },
    );
    await eventually(() => live.isConnected);
    const before = live.events.length;
    expect((await api.patch(`/api/decks/${deck.id}`, { title: 'Through the proxy' })).status).toBe(200);
    await eventually(() => live.events.length > before);
    expect(live.isOver).toBe(false);
    live.close();

    const part = await api.get(`/api/decks/${deck.id}/blob`, { range: 'bytes=100-199' });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': expect.stringMatching(/^bytes 100-199\//) } });
    expect(part.bytes).toHaveLength(100);

    // What a client says of its address does not count.
    const signIn = request(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { host, origin: `http://${host}`, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    });
    signIn.end(JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }));
    const [refused] = (await once(signIn, 'response')) as [IncomingMessage];
    refused.resume();
    expect(refused.statusCode).toBe(401);
    const { items } = auditListSchema.parse((await api.get('/api/admin/audit?kind=session.refused')).body);
    expect(items).toMatchObject([{ address: '127.0.0.2' }]);

    // Decks play at their own host, and nothing else does.
    const { baseUrl } = playbackSchema.parse((await api.get(`/api/decks/${deck.id}/playback`)).body);
    const { host: playbackHost, pathname } = new URL(baseUrl);
    expect(playbackHost).toBe(`${PLAYBACK_HOST}:${new URL(address).port}`);
    const slide = { path: `${pathname}slides/1.html` };
    const played = await exchange(address, { ...slide, headers: { host: playbackHost } });
    expect(played).toMatchObject({ status: 200, headers: { 'content-security-policy': expect.stringContaining('sandbox') } });
    const film = await exchange(address, {
      path: `${pathname}assets/film.mp4`,
      headers: { host: playbackHost, range: 'bytes=5-9' },
    });
    expect(film).toMatchObject({ status: 206, bytes: noise.subarray(5, 10) });
    expect((await exchange(address, { ...slide, headers: { host } })).status).toBe(404);
    expect((await exchange(address, { path: '/api/health', headers: { host: playbackHost } })).status).toBe(404);
  });
});
