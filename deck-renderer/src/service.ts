import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type BrowserChoice, openBrowser } from './browser.ts';
import { encodeFrame, type EventFrame } from './event-frames.ts';
import { Gate } from './gate.ts';
import type { RenderLimits } from './limits.ts';
import { RendererUnavailableError, type RenderRequest, renderRequestSchema, REQUEST_BYTES_MAX } from './protocol.ts';
import { Queue } from './queue.ts';
import { renderDeck } from './render-deck.ts';

export interface ServiceOptions {
  readonly browser: BrowserChoice;
  readonly limits: RenderLimits;
  /** What requests must present; null where only trusted programs reach the address. */
  readonly token: string | null;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly log: (line: string) => void;
}

export interface RendererService {
  readonly port: number;
  /** Kills the browsers of all jobs and stops listening. */
  close(): Promise<void>;
}

/** A browser with all of its processes takes up to a few hundred megabytes, and one processor. */
const JOBS_AT_ONCE = 3;
/** Someone waits for a few pictures, so they do not wait behind whole decks; nor do decks wait behind them. */
const DECKS_AT_ONCE = 2;
const FEW_AT_ONCE = 2;
const FEW_PICTURES_MAX = 8;

/** The HTTP service of the renderer: `POST /render` answers with the events of a job, `GET /health` with the version of the browser. */
export async function startService(options: ServiceOptions): Promise<RendererService> {
  const stopping = new AbortController();
  const queues = { all: new Queue(JOBS_AT_ONCE), decks: new Queue(DECKS_AT_ONCE), few: new Queue(FEW_AT_ONCE) };
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answering = answer(request, response, options, queues, stopping.signal).catch((error: unknown) => {
      options.log(`A request failed: ${String(error)}`);
      response.destroy();
    });
    running.add(answering);
    void answering.finally(() => running.delete(answering));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const at = server.address();
  return {
    port: at !== null && typeof at === 'object' ? at.port : options.port,
    async close() {
      stopping.abort();
      server.close();
      await Promise.all(running);
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServiceOptions,
  queues: Readonly<Record<'all' | 'decks' | 'few', Queue>>,
  stopping: AbortSignal,
): Promise<void> {
  if (!isAllowed(request, options.token)) return refuse(response, 401, 'The token is missing or wrong.');
  const operation = `${request.method} ${request.url}`;
  if (operation === 'GET /health') return answerHealth(response, options.browser);
  if (operation !== 'POST /render') return refuse(response, 404, 'There are POST /render and GET /health.');

  const body = await readBody(request);
  const parsed = renderRequestSchema.safeParse(body);
  if (!parsed.success) return refuse(response, 400, 'The request is not valid.');
  const left = new AbortController();
  response.once('close', () => left.abort());
  const signal = AbortSignal.any([left.signal, stopping]);
  // The head is sent at once: a job may wait for others.
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).flushHeaders();
  try {
    const queue = isForFew(parsed.data) ? queues.few : queues.decks;
    await queue.run(() => queues.all.run(() => sendEvents(response, parsed.data, options, signal), signal), signal);
    response.end();
  } catch (error) {
    if (!signal.aborted) throw error;
    response.destroy();
  }
}

function isForFew(request: RenderRequest): boolean {
  if (!('pictures' in request) || request.pictures === 'all') return false;
  return request.withContent !== true && request.pictures.length <= FEW_PICTURES_MAX;
}

async function sendEvents(
  response: ServerResponse,
  request: RenderRequest,
  { browser, limits }: ServiceOptions,
  signal: AbortSignal,
): Promise<void> {
  const send = async (frame: EventFrame): Promise<void> => {
    if (!response.write(encodeFrame(frame))) await once(response, 'drain', { signal });
  };
  try {
    for await (const frame of renderDeck(request, browser, limits, signal)) await send(frame);
  } catch (error) {
    if (!(error instanceof RendererUnavailableError)) throw error;
    await send({ header: { type: 'unavailable', message: error.message }, bytes: new Uint8Array() });
  }
}

/** Starts the browser, so that the answer is true for the next job as well. */
async function answerHealth(response: ServerResponse, choice: BrowserChoice): Promise<void> {
  const gate = await Gate.open('http://127.0.0.1:9/', 0);
  try {
    const browser = await openBrowser(choice, gate, null);
    await browser.kill();
    sendJson(response, 200, { browser: browser.version });
  } catch (error) {
    if (!(error instanceof RendererUnavailableError)) throw error;
    refuse(response, 503, error.message);
  } finally {
    gate.close();
  }
}

function isAllowed({ headers }: IncomingMessage, token: string | null): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return token === null || timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Returns undefined if the body is too long or no JSON. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > REQUEST_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { message });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
