import type { Socket } from 'node:net';
import { collectDefaultMetrics, Counter, Histogram, Registry } from '@prometheus-io/client';
import type { MetricSources } from './metric-sources.ts';
import { registerParts } from './part-metrics.ts';
import { Readings } from './readings.ts';

interface MeasuredRequest {
  readonly method: string;
  /** The template of the route. */
  readonly route: string;
  /** Null: the connection was closed before the response was complete. */
  readonly status: number | null;
  readonly seconds: number;
  /** Whether it was open for as long as the client liked. */
  readonly isEventStream: boolean;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** From a response out of memory to an upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * What this process measures. Labels have a fixed number of values: nothing that a client sends becomes one. Parts of the service keep
 * plain numbers, which are read when the metrics are asked for, so that a request costs no more than its own two entries.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #connections = new Set<Socket>();
  readonly #closed = { received: 0, sent: 0 };
  #underWay = 0;

  /** @param worker distinguishes the processes behind one port; null: there is only one */
  constructor(sources: MetricSources, worker: string | null) {
    const registers = [this.#registry];
    if (worker !== null) this.#registry.setDefaultLabels({ worker });
    this.#requests = new Counter({
      name: 'lectern_http_requests_total',
      help: 'Requests that have ended, by route and status. "closed": the client closed the connection before the response was complete.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'lectern_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response. Event streams are left out.',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    });
    const readings = new Readings(this.#registry);
    this.#registerConnections(readings);
    registerParts(readings, sources);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Called when a request begins. */
  began(socket: Socket): void {
    this.#underWay += 1;
    if (this.#connections.has(socket)) return;
    this.#connections.add(socket);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#closed.received += socket.bytesRead;
      this.#closed.sent += socket.bytesWritten;
    });
  }

  /** Called when a response is complete, or its connection is closed. */
  ended({ method: given, route, status, seconds, isEventStream }: MeasuredRequest): void {
    this.#underWay -= 1;
    const method = METHODS.has(given) ? given : 'other';
    this.#requests.inc({ method, route, status: status ?? 'closed' });
    if (!isEventStream) this.#durations.observe({ method, route }, seconds);
  }

  /** All values now, in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #registerConnections(readings: Readings): void {
    const open = this.#connections;
    const total = (closed: number, of: (socket: Socket) => number) => open.values().reduce((sum, each) => sum + of(each), closed);
    readings.gauge('lectern_http_requests_in_progress', 'Requests that are being answered, with event streams.', () => {
      return this.#underWay;
    });
    readings.gauge('lectern_http_connections', 'Open connections that have sent a request.', () => open.size);
    readings.counter('lectern_http_received_bytes_total', 'Bytes received, with heads.', () => {
      return total(this.#closed.received, (socket) => socket.bytesRead);
    });
    readings.counter('lectern_http_sent_bytes_total', 'Bytes sent, with heads.', () => {
      return total(this.#closed.sent, (socket) => socket.bytesWritten);
    });
  }
}
