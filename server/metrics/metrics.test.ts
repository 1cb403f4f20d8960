import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { aStoppableDatabase } from '#server/db/testing/stoppable-database.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { playbackSchema } from '#shared/playback.ts';
import { samplesOf } from './testing/samples.ts';

const TOKEN = 'a token for the tests of metrics';
const lectern = await aLectern({ METRICS_TOKEN: TOKEN });
const headers = { authorization: `Bearer ${TOKEN}` };

async function metricsOf(where: TestLectern) {
  const answer = await where.as(null).get('/metrics', headers);
  expect(answer.status).toBe(200);
  return samplesOf(answer.text);
}

/** The value of a metric; 0 if it has no such sample yet. */
async function valueOf(name: string, labels = '', where = lectern): Promise<number> {
  return (await metricsOf(where)).get(name)?.get(labels) ?? 0;
}

/** Waits until a value is this one: a request counts when the server has ended it, which its client may notice first. */
async function becomes(expected: number, read: () => Promise<number>): Promise<void> {
  await eventually(async () => (await read()) === expected);
}

describe('who may read the metrics', () => {
  it('is who sends the token', async () => {
    const answer = await lectern.as(null).get('/metrics', headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${TOKEN}x` }, { authorization: TOKEN }])(
    'is not who sends %j',
    async (sent) => {
      const answer = await lectern.as(null).get('/metrics', sent);
      expectRefusal(answer, 'UNAUTHENTICATED');
      expect(answer.headers['www-authenticate']).toContain('Bearer');
      expect(answer.text).not.toContain('lectern_http');
    },
  );

  it('is nobody without the settings: there is no such address', async () => {
    await using other = await startLectern();
    expectRefusal(await other.as(null).get('/metrics', headers), 'NOT_FOUND');
  });

  it('is not an admin: a session is no token', async () => {
    expectRefusal(await lectern.as(await lectern.aUser({ role: 'admin' })).get('/metrics'), 'UNAUTHENTICATED');
  });
});

const isAlone = !needsOneInstance('each instance has metrics of its own');

describe.runIf(isAlone)('requests', () => {
  const countOf = (labels: string) => valueOf('lectern_http_requests_total', labels);

  it('are counted by the template of their route and their status, whatever their address is', async () => {
    const user = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner: user });
    await lectern.as(user).get(`/api/decks/${id}`);
    await lectern.as(user).get('/api/decks/no-such-deck');
    await lectern.as(null).get(`/api/decks/${id}`);
    await lectern.as(user).delete(`/api/decks/${id}/slides`);
    await becomes(1, () => countOf('{method="POST",route="/api/decks",status="201"}'));
    await becomes(1, () => countOf('{method="GET",route="/api/decks/{id}",status="200"}'));
    await becomes(1, () => countOf('{method="GET",route="/api/decks/{id}",status="404"}'));
    await becomes(1, () => countOf('{method="GET",route="/api/decks/{id}",status="401"}'));
    await becomes(1, () => countOf('{method="DELETE",route="/api/decks/{id}/slides",status="405"}'));
  });

  it('have a number of labels that clients cannot raise', async () => {
    const paths = [
      '/api/x',
      '/api/decks/x/y/z',
      '/api/trpc/no.such',
      '/api/trpc/decks.list,decks.x?batch=1',
      '/nowhere',
      '/play/x/y',
    ];
    const before = new Set((await metricsOf(lectern)).get('lectern_http_requests_total')?.keys());
    for (const path of paths) for (const end of ['', '1', '2']) await lectern.as(null).get(`${path}${end}`);
    await lectern.as(null).send('PROPFIND', '/api/decks');
    await becomes(1, () => valueOf('lectern_http_requests_total', '{method="other",route="/api/decks",status="405"}'));
    const after = new Set((await metricsOf(lectern)).get('lectern_http_requests_total')?.keys());
    const added = [...after.difference(before)].map((labels) =>
      /method="(\w+)",route="([^"]+)"/.exec(labels)?.slice(1).join(' '),
    );
    expect(new Set(added)).toEqual(
      new Set([
        'GET /api/{unknown}',
        'GET /api/trpc/{unknown}',
        'GET /api/trpc/{batch}',
        'GET /{page}',
        'GET /play/{token}/{path}',
        'other /api/decks',
      ]),
    );
  });

  it('never show an address, an id or a secret', async () => {
    const user = await lectern.aUser();
    const deck = await lectern.aDeck({ owner: user });
    const answer = await lectern.as(user).get(`/api/decks/${deck.id}/playback`);
    const { baseUrl } = playbackSchema.parse(answer.body);
    const played = new URL(deck.manifest.slides[0]?.file ?? '', baseUrl).pathname;
    expect((await lectern.as(null).get(played)).status).toBe(200);
    await lectern.as(null).get('/s/secret-of-a-link');
    await lectern.as(null).get('/t/abcd-efgh');
    const { text } = await lectern.as(null).get('/metrics', headers);
    for (const secret of [deck.id, user.id, played.split('/')[2] ?? '', 'secret-of-a-link', 'abcd-efgh', TOKEN])
      expect(text).not.toContain(secret);
    await becomes(1, () => valueOf('lectern_http_requests_total', '{method="GET",route="/play/{token}/{path}",status="200"}'));
  });

  it('have durations, in buckets that rise to the number of requests', async () => {
    await lectern.as(null).get('/api/openapi.json');
    const route = 'method="GET",route="/api/openapi.json"';
    await becomes(1, () => valueOf('lectern_http_request_duration_seconds_count', `{${route}}`));
    const metrics = await metricsOf(lectern);
    const of = (bound: string) => metrics.get('lectern_http_request_duration_seconds_bucket')?.get(`{le="${bound}",${route}}`);
    expect(of('+Inf')).toBe(1);
    expect(of('30')).toBe(1);
    expect(metrics.get('lectern_http_request_duration_seconds_sum')?.get(`{${route}}`)).toBeGreaterThan(0);
  });

  it('that a client gives up are counted as closed', async () => {
    const user = await lectern.aUser();
    const closed = '{method="POST",route="/api/decks",status="closed"}';
    const before = await countOf(closed);
    const upload = request(`${lectern.address}/api/decks`, {
      method: 'POST',
      headers: { cookie: user.cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 },
    });
    upload.on('error', () => 'it is broken off');
    upload.write('--x\r\n');
    await becomes(1, () => valueOf('lectern_uploads_in_progress'));
    upload.destroy();
    await becomes(before + 1, () => countOf(closed));
    await becomes(0, () => valueOf('lectern_uploads_in_progress'));
  });

  it('raise the bytes that were received and sent', async () => {
    const [received, sent] = [await valueOf('lectern_http_received_bytes_total'), await valueOf('lectern_http_sent_bytes_total')];
    await lectern.as(null).post('/api/auth/sign-in/email', { email: 'x'.repeat(10_000) });
    expect(await valueOf('lectern_http_received_bytes_total')).toBeGreaterThan(received + 10_000);
    expect(await valueOf('lectern_http_sent_bytes_total')).toBeGreaterThan(sent);
    expect(await valueOf('lectern_http_connections')).toBeGreaterThan(0);
  });
});

describe.runIf(isAlone)('the parts of the service', () => {
  it('say what they have stored', async () => {
    const [stored, bytes] = [await valueOf('lectern_uploads_stored_total'), await valueOf('lectern_uploads_stored_bytes_total')];
    const owner = await lectern.aUser();
    const bytesOfPackage = await aPackage();
    expect((await lectern.as(owner).send('POST', '/api/decks', anUpload(bytesOfPackage))).status).toBe(201);
    expect((await lectern.as(owner).send('POST', '/api/decks', anUpload(Buffer.from('not a package')))).status).toBe(422);
    expect(await valueOf('lectern_uploads_stored_total')).toBe(stored + 1);
    expect(await valueOf('lectern_uploads_stored_bytes_total')).toBe(bytes + bytesOfPackage.length);
    expect(await valueOf('lectern_reader_processes')).toBeGreaterThan(0);
    expect(await valueOf('lectern_reader_packages', '{state="running"}')).toBe(0);
  });

  it('count open streams, which have no duration', async () => {
    const user = await lectern.aUser();
    const deck = await lectern.aDeck({ owner: user });
    const members = '{audience="members"}';
    const before = await valueOf('lectern_event_streams', members);
    {
      await using stream = await openStream(lectern.address, 'live.watch', {
        cookie: user.cookie,
        input: { streamId: 'a-test-stream', decks: [{ id: deck.id, since: null }] },
      });
      expect(stream.status).toBe(200);
      await becomes(before + 1, () => valueOf('lectern_event_streams', members));
    }
    await becomes(before, () => valueOf('lectern_event_streams', members));
    await becomes(1, () => valueOf('lectern_http_requests_total', '{method="GET",route="/api/trpc/live.watch",status="closed"}'));
    const metrics = await metricsOf(lectern);
    const timed = [...(metrics.get('lectern_http_request_duration_seconds_count')?.keys() ?? [])];
    expect(timed.filter((labels) => labels.includes('live.watch'))).toEqual([]);
  });

  it('report health, the database, the jobs of the renderer and the process', async () => {
    const owner = await lectern.aUser();
    const { currentVersion } = await lectern.aDeck({ owner });
    await lectern.database
      .sql`update render_jobs set created_at = now() - interval '90 seconds' where version_id = ${currentVersion.id}`;
    await eventually(async () => (await valueOf('lectern_render_jobs_oldest_seconds')) >= 90);
    const metrics = await metricsOf(lectern);
    const value = (name: string, labels = '') => metrics.get(name)?.get(labels);
    expect(value('lectern_ready')).toBe(1);
    expect(value('lectern_part_ok', '{part="database"}')).toBe(1);
    expect(value('lectern_part_ok', '{part="storage"}')).toBe(1);
    expect(value('lectern_part_ok', '{part="renderer"}')).toBe(0);
    expect(value('lectern_database_round_trip_seconds')).toBeGreaterThan(0);
    expect(value('lectern_database_connections')).toBeGreaterThan(0);
    expect(value('lectern_database_connections_max')).toBe(20);
    expect(value('lectern_database_transactions', '{state="waiting"}')).toBe(0);
    expect(value('lectern_render_jobs', '{state="queued"}')).toBeGreaterThan(0);
    expect(value('lectern_last_backup_timestamp_seconds')).toBeNaN();
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  it('still answer when the database is gone: what is in it is NaN', async () => {
    await using postgres = await aStoppableDatabase();
    await using other = await startLectern({ METRICS_TOKEN: TOKEN, DATABASE_URL: postgres.url });
    await postgres.stop();
    const metrics = await metricsOf(other);
    expect(metrics.get('lectern_database_round_trip_seconds')?.get('')).toBeNaN();
    expect(metrics.get('lectern_render_jobs')?.get('{state="queued"}')).toBeNaN();
    expect(metrics.get('lectern_part_ok')?.get('{part="database"}')).toBe(0);
    expect(metrics.get('lectern_http_connections')?.get('')).toBeGreaterThan(0);
  });
});
