import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { EmbeddedPostgresError } from 'embedded-postgres-server';
import type { Logger } from 'pino';
import { buildLectern, type Lectern } from './build.ts';
import { loggedOfRequest } from './audit-trail/request-scope.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { DatabaseLevelError } from './db/levels.ts';
import { connectionLimitsOf, limitConnections } from './http/connection-limits.ts';
import { createHttpServer } from './http/http-server.ts';
import { lanAddresses } from './http/lan-addresses.ts';
import { OwnOrigins } from './http/own-origins.ts';
import { openTracing } from './tracing/open-tracing.ts';
import { renderingOf } from './renderer.ts';
import { startingListener } from './starting-app.ts';
import { createLog } from './log.ts';
import { gracefulStop } from './stop.ts';
import { openWebApp } from './web-app.ts';
import { workerProcesses } from './worker-metrics.ts';
import { isFirst, leadsWorkers, reportServing, runWorkers } from './workers.ts';

const WEB_ROOT = path.join(import.meta.dirname, '..', 'web');

/** The entry point: configuration, listen, build, serve, stop. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel, { fields: loggedOfRequest });
  await prepareDataDirectory(config.dataDir, log);
  if (leadsWorkers(config)) process.exit(await runWorkers(config, log));
  await serve(config, log);
}

/**
 * Listens before the service is built, so that health can report what is missing. A further worker listens only when it can serve,
 * because the others serve in the meantime.
 */
async function serve(config: Config, log: Logger): Promise<void> {
  const abort = new AbortController();
  const tracing = await openTracing(config, log);
  const built = Promise.withResolvers<RequestListener>();
  let listener = startingListener({ log, built: built.promise, signal: abort.signal });
  let building: Promise<Lectern> | undefined;

  const server = createHttpServer((request, response) => listener(request, response));
  limitConnections(server, connectionLimitsOf(config));
  gracefulStop({ server, log, abort, tracing, isProxied: config.trustProxy !== false, lectern: () => building });

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, resolve);
    });
  if (isFirst()) await listen();
  const port = isFirst() ? portOf(server.address()) : config.port;
  const origins = new OwnOrigins(config.baseUrl, port, {
    playback: config.playback.origin,
    lanAddresses: () => lanAddresses(config.host),
  });
  const webApp = await openWebApp(WEB_ROOT, { development: process.argv.includes('--dev'), server });
  const rendering = renderingOf(config, port, log);
  building = buildLectern({
    config,
    log,
    origins,
    webApp,
    makesFirstAdmin: isFirst(),
    signal: abort.signal,
    rendering,
    processes: workerProcesses(),
  });
  const lectern = await building.catch((fault: unknown) => {
    // If the server was told to stop in the meantime, this is no failure, and `gracefulStop` ends the process.
    if (!abort.signal.aborted) throw fault;
  });
  if (lectern === undefined) return;
  listener = lectern.app;
  built.resolve(lectern.app);
  if (isFirst()) announce(config, origins, lectern);
  else await listen();
  if (lectern.metricsApp !== null) await listenForMetrics(lectern.metricsApp, config);
  lectern.begin();
  reportServing(port);
}

async function listenForMetrics(app: RequestListener, { host, metrics: { port } }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = ({ message }: Error) =>
      reject(new ConfigError([`METRICS_PORT is ${port}, which cannot be used: ${message}.`]));
    createHttpServer(app)
      .once('error', refuse)
      .listen(port ?? 0, host, resolve);
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}

/** Prints how to open the application. Unlike the log, this is for people. */
function announce(config: Config, origins: OwnOrigins, { firstRunUrl }: Lectern): void {
  const lines = [`Lectern is ready: ${origins.base}`, `Its data is in ${config.dataDir}`];
  if (firstRunUrl !== null) lines.push('', 'There are no accounts yet. Create the first admin here:', firstRunUrl);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

try {
  await main();
} catch (fault) {
  process.stderr.write(`${explain(fault)}\n`);
  process.exit(1);
}

function explain(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  // Messages of these are sentences that say what to do.
  if ([ConfigError, EmbeddedPostgresError, DatabaseLevelError].some((kind) => fault instanceof kind))
    return `Lectern does not start:\n${fault.message}`;
  if ('code' in fault && fault.code === 'EADDRINUSE')
    return 'Lectern does not start: the port is taken. Set PORT to another one.';
  return `Lectern does not start: ${fault.stack ?? fault.message}`;
}
