import type { MetricSources } from './metric-sources.ts';
import { READ_MILLISECONDS, type Readings, readOnce } from './readings.ts';

/** Registers what the parts of the service say of themselves. */
export function registerParts(readings: Readings, sources: MetricSources): void {
  registerHealth(readings, sources);
  registerUploads(readings, sources);
  registerDatabase(readings, sources);
  const { eventStreams, links } = sources;
  readings.gauges('lectern_event_streams', 'Open streams of events, of members and of visitors of links.', 'audience', {
    members: () => eventStreams.size,
    visitors: () => links.events.size,
  });
  const jobs = readOnce(() => sources.jobs.count());
  readings.gauges('lectern_render_jobs', 'Jobs of the renderer on all instances together: pictures and exports.', 'state', {
    queued: async () => (await jobs()).queued,
    running: async () => (await jobs()).running,
  });
  readings.gauge('lectern_render_jobs_oldest_seconds', 'How long the oldest job of the renderer has waited.', async () => {
    return (await jobs()).oldestSeconds;
  });
  readings.gauge(
    'lectern_last_backup_timestamp_seconds',
    'When the last complete backup ended, in Unix time. NaN: there is none.',
    async () => {
      const time = await sources.backups.lastComplete();
      return time === null ? Number.NaN : time.getTime() / 1000;
    },
  );
}

function registerHealth(readings: Readings, { health }: MetricSources): void {
  const is = (holds: boolean) => (holds ? 1 : 0);
  readings.gauge('lectern_ready', 'Whether this process takes requests: the status of GET /api/health.', async () => {
    return is((await health.report()).status === 'ok');
  });
  readings.gauges('lectern_part_ok', 'Whether a part that the service needs can be reached.', 'part', {
    database: async () => is((await health.report()).checks.db === 'ok'),
    storage: async () => is((await health.report()).checks.storage === 'ok'),
    renderer: async () => is((await health.report()).renderer === 'ready'),
  });
}

function registerUploads(readings: Readings, { uploads, readers }: MetricSources): void {
  readings.gauge('lectern_uploads_in_progress', 'Uploads that are received, verified or stored, and copies of decks.', () => {
    return uploads.underWay.facts.underWay;
  });
  readings.counter(
    'lectern_uploads_stored_total',
    'Uploaded packages that became part of a deck.',
    () => uploads.underWay.facts.stored,
  );
  readings.counter(
    'lectern_uploads_stored_bytes_total',
    'The sizes of these packages.',
    () => uploads.underWay.facts.storedBytes,
  );
  readings.gauges('lectern_reader_packages', 'Packages that are verified, and that wait for it.', 'state', {
    running: () => readers.facts.running,
    waiting: () => readers.facts.waiting,
  });
  readings.gauge('lectern_reader_processes', 'Processes that verify packages.', () => readers.facts.processes);
}

function registerDatabase(readings: Readings, { database }: MetricSources): void {
  readings.gauge('lectern_database_connections', 'Open connections to the database.', () => database.facts().open);
  readings.gauge('lectern_database_connections_max', 'How many there can be.', () => database.facts().max);
  readings.gauges('lectern_database_transactions', 'Transactions that run, and that wait for a connection.', 'state', {
    running: () => database.facts().transactions.running,
    waiting: () => database.facts().transactions.waiting,
  });
  readings.gauge(
    'lectern_database_round_trip_seconds',
    'The time of an empty statement, with the wait for a connection. NaN: there is no answer.',
    async () => {
      const startedAt = performance.now();
      await database.ping(AbortSignal.timeout(READ_MILLISECONDS));
      return (performance.now() - startedAt) / 1000;
    },
  );
}
