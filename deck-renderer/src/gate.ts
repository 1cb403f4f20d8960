import { Agent, createServer, request as requestHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Headers that concern one connection only and are not passed on (RFC 9110, 7.6.1). */
const PER_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/**
 * The only way from a job's browser to the network: a proxy on loopback that passes on GET and HEAD requests below the deck's address and
 * refuses everything else. The browser resolves no names and connects to nothing but this proxy, whatever the deck tries. Requests over
 * https are tunnelled to the deck's host and port, where the proxy cannot see their paths; the browser checks those (`openBrowser`).
 */
export class Gate {
  /** Its address, for the browser. */
  readonly address: string;
  readonly #server: Server;
  readonly #agent: Agent;

  private constructor(server: Server, agent: Agent) {
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('The proxy does not listen on a port.');
    this.address = `http://127.0.0.1:${at.port}`;
    this.#server = server;
    this.#agent = agent;
  }

  /** @param requestsMax after so many requests all others are refused */
  static async open(baseUrl: string, requestsMax: number): Promise<Gate> {
    const agent = new Agent({ keepAlive: true });
    let requests = 0;
    const isOpen = (): boolean => (requests += 1) <= requestsMax;
    const server = createServer((request, response) => {
      if (isOpen() && isBelow(baseUrl, request)) forward(request, response, agent);
      else refuse(response);
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      if (isOpen() && isHostOf(baseUrl, request.url ?? '')) tunnel(new URL(baseUrl), socket);
      else refuseSocket(socket);
    });
    server.on('upgrade', (_request, socket: Duplex) => refuseSocket(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new Gate(server, agent);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }
}

function isBelow(baseUrl: string, { method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && URL.canParse(url) && isDeckAddress(baseUrl, new URL(url));
}

/** Whether an address is below the deck's, or that of the bridge script, which is beside the deck (see `shared/bridge.ts`). */
export function isDeckAddress(baseUrl: string, { href, origin, pathname }: URL): boolean {
  const base = new URL(baseUrl);
  if (origin !== base.origin) return false;
  if (pathname === new URL('../bridge.js', base).pathname) return true;
  // Encoded separators and dots could be read as a path that leaves the deck.
  return href.startsWith(base.href) && !/%(?:2f|5c|2e)/i.test(pathname.slice(base.pathname.length));
}

function isHostOf(baseUrl: string, authority: string): boolean {
  const { protocol, hostname, port } = new URL(baseUrl);
  return protocol === 'https:' && authority === `${hostname}:${port || '443'}`;
}

function forward(request: IncomingMessage, response: ServerResponse, agent: Agent): void {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !PER_CONNECTION.has(name)));
  const upstream = requestHttp(request.url ?? '', { method: request.method, headers, agent }, (answer) => {
    // A redirect is followed by the browser, which asks here again.
    const passed = Object.entries(answer.headers).filter(([name]) => !PER_CONNECTION.has(name) && name !== 'transfer-encoding');
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 502)));
  response.on('close', () => upstream.destroy());
  upstream.end();
}

function refuse(response: ServerResponse, status = 403): void {
  response.writeHead(status, { 'Content-Length': 0 }).end();
}

/** Node leaves the errors of such sockets to the listener that it gives them to. Without a handler, a reset would end the process. */
function refuseSocket(socket: Duplex): void {
  socket.on('error', () => socket.destroy()).end('HTTP/1.1 403 Forbidden\r\n\r\n');
}

function tunnel({ hostname, port }: URL, socket: Duplex): void {
  const upstream = connect(Number(port || 443), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
}
