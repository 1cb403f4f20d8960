import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { startLectern } from '#server/testing/lectern.ts';
import { cannotStart, startProcess } from '#server/testing/lectern-process.ts';
import { exportSchema } from '#shared/exports.ts';
import { allSlides, TestRenderer } from './testing/renderers.ts';

if (cannotStart !== null) process.stderr.write(`Tests of killed servers are left out: ${cannotStart}\n`);

/** A renderer service that works, but never answers a job. Returns its address and the number of jobs that it was sent. */
async function aSilentService() {
  let jobs = 0;
  const server = createServer((request, response) => {
    if (request.url === '/health') return void response.end(JSON.stringify({ browser: 'a test' }));
    jobs += 1;
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, jobs: () => jobs };
}

describe.skipIf(cannotStart !== null)('after SIGKILL of a server that renders', () => {
  it('its jobs wait for the end of their leases, and another server does them, once: pictures and an export', async () => {
    await using lectern = await startLectern({}, { renderer: 'starting' });
    const { sql, url } = lectern.database;
    const owner = await lectern.aUser();
    const { id, currentVersionId } = await lectern.aDeck({ owner });
    const { body } = await lectern.as(owner).post(`/api/decks/${id}/exports`, { format: 'pdf' });
    const made = exportSchema.parse(body);
    const service = await aSilentService();
    const directory = await mkdtemp(path.join(tmpdir(), 'lectern-killed-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const killed = await startProcess(directory, {
      DATABASE_URL: url,
      AUTH_SECRET: 'x'.repeat(32),
      RENDERER_URL: service.url,
      RENDERER_PLAYBACK_ORIGIN: 'http://127.0.0.1:1',
    });
    await eventually(() => service.jobs() === 2);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const jobsNow = () => sql`
        select state, attempts, lease_until > now() as leased, (select count(*)::int from playback_grants where job_id = render_jobs.id) as grants
        from render_jobs where version_id = ${currentVersionId} order by kind`;
    const running = { state: 'running', attempts: 1, leased: true, grants: 1 };
    expect(await jobsNow()).toEqual([running, running]);

    const renderer = new TestRenderer(async function* both(request) {
      if (!('pdf' in request)) {
        yield* allSlides(request);
        return;
      }
      const bytes = Buffer.from('%PDF-1.7');
      yield { type: 'document', size: bytes.length, pages: 1, bytes };
      yield { type: 'done' };
    });
    const settings = { DATABASE_URL: url, DATA_DIR: lectern.dataDir };
    await sql`update render_jobs set lease_until = now()`;
    await using _later = await startLectern(settings, { renderer });
    await eventually(async () => (await jobsNow()).every((job) => job['state'] === 'done'));
    const done = { state: 'done', attempts: 2, grants: 0 };
    expect(await jobsNow()).toMatchObject([done, done]);
    expect([renderer.requests.length, service.jobs()]).toEqual([2, 2]);
    expect((await lectern.leftovers()).blobs).toHaveLength(3);
    expect(await lectern.as(owner).get(`/api/decks/${id}/exports/${made.id}/file`)).toMatchObject({
      status: 200,
      text: '%PDF-1.7',
    });
  });
});
