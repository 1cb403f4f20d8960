import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer } from '#server/http/http-server.ts';

/** Starts a server with the product's settings and this listener on a free port until the test ends. Returns its address. */
export async function aServer(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
