import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy in front of a server, which tells it another address for its clients than they have. */
export interface FrontProxy extends AsyncDisposable {
  readonly port: string;
  /** Port of the server behind it, on this machine. */
  target: string;
  /** The address that its clients seem to have. */
  client: string;
}

export async function startFrontProxy(client: string): Promise<FrontProxy> {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': proxy.client };
    const { method, url: path } = incoming;
    const outgoing = request({ host: '127.0.0.1', port: proxy.target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FrontProxy = {
    port: String((server.address() as AddressInfo).port),
    target: '',
    client,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
