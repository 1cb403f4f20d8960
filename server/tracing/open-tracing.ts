import { setTimeout as delay } from 'node:timers/promises';
import { diag, type DiagLogger, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from 'pino';
import packageJson from '#package' with { type: 'json' };
import type { Config } from '#server/config.ts';
import { traceStatements } from './statement-spans.ts';

/** An orderly stop does not wait longer for the collector of traces. */
const CLOSE_LIMIT_MS = 5000;

/** Traces of this process. */
export interface Tracing {
  /** Sends what has been recorded, and ends. Never rejects. */
  close(): Promise<void>;
}

/**
 * Begins to record traces, and to send them where the variables of OpenTelemetry say (its specification, *Environment Variable
 * Specification*). Call it before the first request. Null: the settings do not ask for traces.
 */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>, log: Logger): Promise<Tracing | null> {
  if (!tracing.isOn) return null;
  // oxlint-disable-next-line node/no-process-env -- the only way to tell the SDK, which reads the environment itself and knows no files
  if (tracing.headers !== null) process.env['OTEL_EXPORTER_OTLP_HEADERS'] = tracing.headers;
  // Loaded only when it is needed: it takes longer than the rest of the server.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = new NodeSDK({
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` count more.
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'lectern', 'service.version': packageJson.version }),
    ),
    // Metrics are at /metrics, and the log is on the standard output.
    metricReaders: [],
    logRecordProcessors: [],
  });
  diag.setLogger(diagnosticsTo(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  sdk.start();
  const stopStatements = traceStatements();
  return {
    async close() {
      stopStatements();
      const sent = sdk.shutdown().then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([sent, delay(CLOSE_LIMIT_MS, false)]))) log.warn('the last traces were not sent');
    },
  };
}

/** What the SDK reports, for example that traces cannot be sent, as records of our log. */
function diagnosticsTo(log: Logger): DiagLogger {
  const warn = (what: string): void => log.warn({ what: what.slice(0, 1000) }, 'tracing reports a fault');
  const silent = (): void => undefined;
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
}
