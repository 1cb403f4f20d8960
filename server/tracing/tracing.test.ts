import { json } from 'node:stream/consumers';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createDataDirectory } from '#server/db/testing/data-directory.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { aServer } from '#server/testing/a-server.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { cannotStart, joinFirst, type LecternProcess, startProcess } from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';

if (cannotStart !== null) process.stderr.write(`Tests of traces are skipped: ${cannotStart}\n`);

/** The JSON of OTLP/HTTP, as far as these tests read it. */
const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attributeSchema),
  status: z.object({ code: z.number() }).partial(),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
type Span = z.infer<typeof spanSchema>;

interface Collector {
  readonly address: string;
  readonly spans: Span[];
  readonly services: Set<unknown>;
  readonly headers: Set<string | undefined>;
}

/** A receiver of OTLP/HTTP. */
async function aCollector(): Promise<Collector> {
  const received = { spans: [] as Span[], services: new Set<unknown>(), headers: new Set<string | undefined>() };
  const address = await aServer((request, response) => {
    const receive = async (): Promise<void> => {
      const body = await json(request);
      for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans) {
        received.services.add(valueOf(resource, 'service.name'));
        received.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      received.headers.add(request.headers['x-team']?.toString());
      response.setHeader('content-type', 'application/json').end('{}');
    };
    void receive();
  });
  return { address, ...received };
}

function valueOf({ attributes }: Pick<Span, 'attributes'>, name: string): unknown {
  return Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
}

const named = (spans: readonly Span[], name: string): Span[] => spans.filter((span) => span.name === name);
const childrenOf = (spans: readonly Span[], parent: Span | undefined): Span[] =>
  spans.filter(({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent.spanId);

async function start(settings: Readonly<Record<string, string>>): Promise<{ server: LecternProcess; dataDir: string }> {
  const directory = await createDataDirectory();
  const server = await startProcess(directory.path, settings);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await eventually(() => directory.postgresProcesses().length === 0);
    await directory.remove();
  });
  return { server, dataDir: directory.path };
}

describe.skipIf(cannotStart !== null)('traces', () => {
  it('contain requests, statements, blobs and jobs, and no secret, and are complete when the server has stopped', async () => {
    const collector = await aCollector();
    const secrets = await createDataDirectory();
    onTestFinished(() => secrets.remove());
    await mkdir(secrets.path);
    const headersFile = path.join(secrets.path, 'headers');
    await writeFile(headersFile, 'x-team=decks\n');
    const { server } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const cookie = await joinFirst(server);
    const uploaded = await server.as(cookie).send('POST', '/api/decks', anUpload(await aPackage()));
    const deck = deckDetailSchema.parse(uploaded.body);
    const { body, headers } = await server.as(cookie).get(`/api/decks/${deck.id}/playback`);
    const { baseUrl } = z.object({ baseUrl: z.string() }).parse(body);
    await server.as(cookie).get('/api/decks/not-a-deck');
    // A stranger cannot continue a trace.
    const stranger = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await server.as(cookie).send('GET', '/api/decks', { headers: { traceparent: stranger } });
    server.child.kill('SIGTERM');
    expect(await server.ended, server.output()).toBe(0);

    const { spans } = collector;
    expect([...collector.services]).toEqual(['lectern']);
    expect([...collector.headers]).toEqual(['decks']);
    const [upload] = named(spans, 'POST /api/decks');
    expect(upload?.parentSpanId ?? '').toBe('');
    expect(valueOf(upload ?? { attributes: [] }, 'http.response.status_code')).toBe(201);
    expect(childrenOf(spans, upload).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['read package', 'store blob', 'INSERT decks', 'COMMIT']),
    );
    const [playback] = named(spans, 'GET /api/decks/{id}/playback');
    expect(valueOf(playback ?? { attributes: [] }, 'lectern.request_id')).toBe(headers['x-request-id']);
    expect(named(spans, 'clean up').length).toBeGreaterThan(0);
    expect(named(spans, 'GET /api/decks').map(({ traceId }) => traceId)).not.toContain(stranger.split('-')[1]);
    const text = JSON.stringify(spans);
    for (const secret of [cookie.split('=')[1] ?? '', baseUrl, deck.title, 'first@example.com']) {
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });

  it('are continued for a trusted proxy', async () => {
    const collector = await aCollector();
    const { server } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      TRUST_PROXY: 'loopback',
    });
    const trace = '0af7651916cd43dd8448eb211c80319c';
    await server.as(null).send('GET', '/api/health', { headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } });
    const [span] = await eventually(() => {
      const found = named(collector.spans, 'GET /api/health');
      return found.length > 0 ? found : null;
    });
    expect(span?.traceId).toBe(trace);
    expect(span?.parentSpanId).toBe('b7ad6b7169203331');
  });

  it('that cannot be sent are reported in the log, and the server works and stops as usual', async () => {
    const { server } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await aFreePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    expect((await server.as(null).get('/api/health')).status).toBe(200);
    await eventually(() => server.output().includes('tracing reports a fault'));
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
