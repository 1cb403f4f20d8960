import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Another host, from the browser's point of view: it answers all requests and counts them. */
export interface OtherHost extends AsyncDisposable {
  /** Host and port. */
  readonly host: string;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export async function startOtherHost(): Promise<OtherHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => answer(request, response, asked));
  // WebSocket handshakes are not completed; the attempt is enough.
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer({ url = '' }: IncomingMessage, response: ServerResponse, asked: string[]): void {
  asked.push(url);
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (url.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
  if (url.endsWith('.css')) response.setHeader('Content-Type', 'text/css');
  response.end(url.endsWith('.gif') ? PIXEL : '');
}

/** Counts connections and sends nothing: an https attempt is visible without a certificate. */
export async function startSilentHost(): Promise<OtherHost> {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    asked.push('connection');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
