import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { validationFailed } from '#server/errors.ts';
import { envelopeOf } from './envelope.ts';

const SOCKET_IDLE_MILLISECONDS = 120_000;
/** Longer than proxies keep an idle connection (60 s, as a rule): they must not send a request into one that is just being closed. */
export const KEEP_ALIVE_MILLISECONDS = 65_000;

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
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, listener);
  server.setTimeout(SOCKET_IDLE_MILLISECONDS);
  server.on('clientError', refuse);
  return server;
}

/** What is hardly HTTP gets its refusal in the envelope, too; such a connection is of no further use. */
function refuse(fault: NodeJS.ErrnoException, socket: Duplex): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
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
