import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { validationFailed } from '#server/errors.ts';
import { envelopeOf } from './envelope.ts';

const SOCKET_IDLE_MILLISECONDS = 120_000;
/** Longer than proxies keep an idle connection (60 s, as a rule): they must not send a request into one that is just being closed. */
export const KEEP_ALIVE_MILLISECONDS = 65_000;
/** How much longer than it announces the server keeps an idle connection: a busy client may use it late. */
const KEEP_ALIVE_BUFFER_MILLISECONDS = 15_000;

/** For the whole head of a request. Node's own limit is switched off together with `requestTimeout`. */
const HEAD_MILLISECONDS = 30_000;

/** What Node's parser refuses before there is a request; anything else is 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * The HTTP server under everything. Honest uploads may take long, so there is no limit on a whole request;
 * each upload has a stall detector of its own, and idle sockets end here.
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
    // A refusal behind or in the middle of other answers would be taken for a part of them, or for the answer to another request.
    if (open.length > 1 || open.some(({ headersSent }) => headersSent)) return end(socket, open);
    return refuse(fault, socket);
  });
  return server;
}

/** The responses that each connection still owes. A client may send several requests in a row before the first is answered. */
class OpenResponses {
  readonly #bySocket = new WeakMap<Duplex, ServerResponse[]>();

  constructor(server: Server) {
    server.on('request', ({ socket }, response) => this.#bySocket.set(socket, [...this.on(socket), response]));
  }

  on(socket: Duplex): ServerResponse[] {
    return (this.#bySocket.get(socket) ?? []).filter(({ writableFinished, destroyed }) => !writableFinished && !destroyed);
  }
}

/** Ends a connection: answers that are whole are still sent, others are broken off. */
function end(socket: Duplex, open: readonly ServerResponse[]): void {
  if (open.every(({ writableEnded }) => writableEnded)) socket.end(() => socket.destroy());
  else socket.destroy();
}

/** What is hardly HTTP gets its refusal in the envelope, too; such a connection is of no further use. */
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
