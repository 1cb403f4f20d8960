import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataDirectory, type TestDataDirectory } from '#server/db/testing/data-directory.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { exchange } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { cannotStart, joinFirst, type LecternProcess, spawnServer, startProcess } from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';

if (cannotStart !== null) process.stderr.write(`Tests of the whole program are skipped: ${cannotStart}\n`);

let directory: TestDataDirectory;
let running: Pick<LecternProcess, 'child'>[] = [];
beforeEach(async () => {
  directory = await createDataDirectory();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  running = [];
  await eventually(() => directory.postgresProcesses().length === 0);
  await directory.remove();
});

/** Starts the program without waiting until it is ready. */
function spawnHere(settings: Readonly<Record<string, string>>, dataDir = directory.path): ReturnType<typeof spawnServer> {
  const spawned = spawnServer(dataDir, settings);
  running.push(spawned);
  return spawned;
}

async function start(settings = {}): Promise<LecternProcess> {
  const server = await startProcess(directory.path, settings);
  running.push(server);
  return server;
}

const statusOf = async (server: LecternProcess) => (await server.as(null).get('/api/health')).status;

/** A download whose bytes are not read yet. */
async function slowDownload(server: LecternProcess, cookie: string, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${server.address}${path}`, { headers: { cookie }, agent: false }, (incoming) => resolve(incoming.pause()))
      .once('error', reject)
      .end();
  });
}

describe.skipIf(cannotStart !== null)('the program', () => {
  it('closes its data directory to other users of the machine', async () => {
    await mkdir(directory.path, { mode: 0o755 });
    await start();
    const { mode } = await stat(directory.path);
    // Root starts PostgreSQL as another user, who must pass through the directory.
    expect(mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  });

  it('limits the connections of one client as configured', async () => {
    const server = await start({ MAX_CONNECTIONS_PER_CLIENT: '2' });
    const open = Array.from({ length: 2 }, () => connect(Number(new URL(server.address).port), '127.0.0.1'));
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    await expect(statusOf(server)).rejects.toThrow(/socket hang up|ECONNRESET/);
    for (const socket of open) socket.destroy();
    await eventually(async () => (await statusOf(server).catch(() => 0)) === 200);
  });

  it('on SIGTERM reports it in its health, lets a download finish, and ends with code 0 and no process left', async () => {
    const server = await start();
    const cookie = await joinFirst(server);
    const bytes = await aPackage({ files: { 'noise.png': randomBytes(20_000_000) } });
    const deck = deckDetailSchema.parse((await server.as(cookie).send('POST', '/api/decks', anUpload(bytes))).body);
    const download = await slowDownload(server, cookie, `/api/decks/${deck.id}/blob`);

    server.child.kill('SIGTERM');
    await eventually(async () => (await statusOf(server)) === 503);
    const chunks: Buffer[] = [];
    for await (const chunk of download) {
      chunks.push(chunk as Buffer);
      if (chunks.length % 50 === 0) await delay(1);
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(await server.ended).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
  });

  it('on a second signal does not wait for a download', async () => {
    const server = await start();
    const cookie = await joinFirst(server);
    const bytes = await aPackage({ files: { 'noise.png': randomBytes(20_000_000) } });
    const deck = deckDetailSchema.parse((await server.as(cookie).send('POST', '/api/decks', anUpload(bytes))).body);
    const download = await slowDownload(server, cookie, `/api/decks/${deck.id}/blob`);
    download.on('error', () => undefined);
    server.child.kill('SIGINT');
    await eventually(() => server.output().includes('"msg":"stopping"'));
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });

  it('on a signal during its start ends without a process left', async () => {
    const { child, output, ended } = spawnHere({});
    await eventually(() => directory.postgresProcesses().length > 0);
    child.kill('SIGTERM');
    const code = await ended;
    expect({ code, output: output() }).toMatchObject({ code: 0, output: expect.not.stringContaining('does not start') });
    await eventually(() => directory.postgresProcesses().length === 0);
  });

  it('waits for a database that is not available, reports it in its health, and can be stopped meanwhile', async () => {
    const PORT = String(await aFreePort());
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', AUTH_SECRET: 'x'.repeat(32), PORT };
    const { child, output, ended } = spawnHere(settings);
    const ask = (path: string) => exchange(`http://127.0.0.1:${PORT}`, { path });
    await eventually(async () => (await ask('/api/health')).status === 503);
    expect((await ask('/api/health')).body).toMatchObject({ status: 'degraded', checks: { db: 'error' } });
    expect(await ask('/api/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    // Other requests wait for the start.
    const asked = ask('/api/decks');
    await ask('/api/health');
    child.kill('SIGTERM');
    expect(await asked).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: { code: 'UNAVAILABLE' } },
    });
    expect({ code: await ended, output: output() }).toMatchObject({ code: 0 });
  });

  it('after being killed at any moment has lost nothing that it acknowledged', async () => {
    let server = await start();
    const cookie = await joinFirst(server);
    const bytes = await aPackage({ files: { 'noise.png': randomBytes(300_000) } });
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const api = server.as(cookie);
      const upload = async () => {
        for (;;) {
          const answer = await api.send('POST', '/api/decks', anUpload(bytes));
          if (answer.status !== 201) throw new Error(answer.text);
          const { id } = deckDetailSchema.parse(answer.body);
          const note = await api.put(`/api/decks/${id}/notes/0`, { body: `note of ${id}` });
          if (note.status !== 200) throw new Error(note.text);
          acknowledged.push(id);
        }
      };
      const uploads = [upload(), upload(), upload()].map((each) => each.catch(() => undefined));
      await eventually(() => acknowledged.length >= (round + 1) * 5);
      server.child.kill('SIGKILL');
      await Promise.all(uploads);
      server = await start();
    }
    const api = server.as(cookie);
    for (const id of acknowledged) {
      const blob = await api.get(`/api/decks/${id}/blob`);
      expect(blob.bytes.equals(bytes)).toBe(true);
      expect((await api.get(`/api/decks/${id}/notes`)).body).toMatchObject({ items: [{ body: `note of ${id}` }] });
    }
    const { body } = await api.get('/api/decks?limit=100');
    for (const { id } of (body as { items: { id: string }[] }).items)
      expect((await api.head(`/api/decks/${id}/blob`)).status).toBe(200);
  });
});

describe.skipIf(cannotStart !== null)('a setting that is not valid', () => {
  it('stops the start with a sentence and code 1, without its secret', async () => {
    const { output, ended } = spawnHere({ PORT: 'http', AUTH_SECRET: 'too-short-a-secret', UPLOAD_MAX_BYTES: 'lots' });
    expect(await ended).toBe(1);
    expect(output()).toContain('PORT is "http"');
    expect(output()).toContain('UPLOAD_MAX_BYTES is "lots"');
    expect(output()).toContain('AUTH_SECRET');
    expect(output()).not.toContain('too-short-a-secret');
    expect(output()).not.toMatch(/\bat .*\.ts/);
  });

  it('has its own message if the port is in use', async () => {
    const server = await start();
    const { port } = new URL(server.address);
    const other = await createDataDirectory();
    const { output, ended } = spawnHere({ PORT: port }, other.path);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/the port is taken/);
    await other.remove();
  });
});
