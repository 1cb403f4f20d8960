import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataDirectory, type TestDataDirectory } from '#server/db/testing/data-directory.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { samplesOf } from '#server/metrics/testing/samples.ts';
import { exchange } from '#server/testing/exchange.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { cannotFindWorkers, joinFirst, spawnServer, startProcess, workersOf } from '#server/testing/lectern-process.ts';

if (cannotFindWorkers !== null) process.stderr.write(`Tests of several processes are skipped: ${cannotFindWorkers}\n`);

let directory: TestDataDirectory;
beforeEach(async () => {
  directory = await createDataDirectory();
});
afterEach(async () => {
  await eventually(() => directory.postgresProcesses().length === 0);
  await directory.remove();
});

describe.skipIf(cannotFindWorkers !== null)('WORKERS=2', () => {
  it('serves from two processes, prints one link, replaces processes that end, refuses no request meanwhile, and stops without a process left', async () => {
    // Not port 0, because such a port is lost when the last worker ends.
    const server = await startProcess(directory.path, { WORKERS: '2', PORT: String(await aFreePort()) });
    const cookie = await joinFirst(server);
    expect(server.output().match(/\/join#/g)).toHaveLength(1);
    await eventually(() => workersOf(server).length === 2);

    const [first = Number.NaN, second = Number.NaN] = workersOf(server);
    process.kill(first, 'SIGKILL');
    const statuses = new Set<number>();
    const isServing = async () => {
      const { status } = await server.as(cookie).get('/api/decks');
      statuses.add(status);
      return status === 200;
    };
    // Its replacement gets no requests before it can serve. Afterwards it serves alone.
    await eventually(async () => (await isServing()) && workersOf(server).some((pid) => pid !== first && pid !== second));
    process.kill(second, 'SIGKILL');
    await eventually(isServing);
    expect([...statuses]).toEqual([200]);

    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
  });

  it('has the metrics of all processes, whichever answers', async () => {
    const METRICS_PORT = String(await aFreePort());
    const server = await startProcess(directory.path, { WORKERS: '2', PORT: String(await aFreePort()), METRICS_PORT });
    const metrics = async () => {
      const answer = await exchange(`http://127.0.0.1:${METRICS_PORT}`, { path: '/metrics' }).catch(() => null);
      return answer?.status === 200 ? samplesOf(answer.text) : null;
    };
    const ready = await eventually(async () => {
      const samples = (await metrics())?.get('lectern_ready');
      return samples?.size === 2 ? samples : null;
    });
    expect(ready).toEqual(
      new Map([
        ['{worker="1"}', 1],
        ['{worker="2"}', 1],
      ]),
    );
    const countOf = async () => {
      const counts = (await metrics())?.get('lectern_http_requests_total') ?? new Map<string, number>();
      const ours = [...counts].filter(([labels]) => labels.includes('route="/api/decks",status="401"'));
      return ours.reduce((sum, [, count]) => sum + count, 0);
    };
    // Each request has a connection of its own, so both processes get some.
    for (let sent = 0; sent < 10; sent += 1) await server.as(null).get('/api/decks');
    await eventually(async () => (await countOf()) === 10);
    // Not on the port of the application: there it is an address like any other.
    expect((await server.as(null).get('/metrics')).text).not.toContain('lectern_ready');

    const [, second = Number.NaN] = workersOf(server);
    process.kill(second, 'SIGKILL');
    await eventually(async () => (await metrics())?.get('lectern_ready')?.has('{worker="3"}') === true);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('does not start at all when the first cannot', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    // `address()` is a string only for pipes.
    const PORT = String((taken.address() as AddressInfo).port);
    const { ended, output } = spawnServer(directory.path, { WORKERS: '2', PORT });
    expect({ code: await ended, output: output() }).toEqual({ code: 1, output: expect.stringContaining('the port is taken') });
    taken.close();
  });
});
