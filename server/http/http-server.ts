import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { validationFailed } from '#server/errors.ts';
import { envelopeOf } from './envelope.ts';

const SOCKET_IDLE_MILLISECONDS = 120_000;
/** Longer than proxies keep an idle connection (usually 60 s): they must not send a request on a connection that is closing. */
export const KEEP_ALIVE_MILLISECONDS = 65_000;
/** How much longer than announced the server keeps an idle connection: a busy client may use it late. */
const KEEP_ALIVE_BUFFER_MILLISECONDS = 15_000;

/** The time limit for the head of a request. Node's own limit is switched off together with `requestTimeout`. */
const HEAD_MILLISECONDS = 30_000;

/** The statuses of errors that Node's parser finds before there is a request. All others are 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * The HTTP server. Uploads may take long, so there is no time limit on a whole request. Each upload detects stalls itself, and
 * idle connections are closed here.
 */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: HEAD_MILLISECONDS,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MILLISECONDS,
    },
    listener,
  );
  server.setTimeout(SOCKET_IDLE_MILLISECONDS);
  const responses = new OpenResponses(server);
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const open = responses.on(socket);
    if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // After or inside another response, the client would read the refusal as part of it, or as the response to another request.
    if (open.length > 1 || open.some(({ headersSent }) => headersSent)) return end(socket, open);
    return refuse(fault, socket);
  });
  return server;
}

/** The unfinished responses of each connection. A client may send several requests before the first is answered. */
class OpenResponses {
  readonly #bySocket = new WeakMap<Duplex, ServerResponse[]>();

  constructor(server: Server) {
    server.on('request', ({ socket }, response) => this.#bySocket.set(socket, [...this.on(socket), response]));
  }

  on(socket: Duplex): ServerResponse[] {
    return (this.#bySocket.get(socket) ?? []).filter(({ writableFinished, destroyed }) => !writableFinished && !destroyed);
  }
}

/** Closes a connection. Complete responses are still sent; others are cut off. */
function end(socket: Duplex, open: readonly ServerResponse[]): void {
  if (open.every(({ writableEnded }) => writableEnded)) socket.end(() => socket.destroy());
  else socket.destroy();
}

/** Answers data that is not valid HTTP with an error envelope and closes the connection, which cannot be used any more. */
function refuse(fault: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUSES[fault.code ?? ''] ?? 400;
  const requestId = randomUUID();
  const body = JSON.stringify(envelopeOf(validationFailed([{ path: '', message: 'The request cannot be read.' }]), requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
