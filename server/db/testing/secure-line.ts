import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';

/** The certificate of `localhost`, made for these tests alone, which signs itself. It ends in 2126. */
export const LOCALHOST_CERTIFICATE = path.join(import.meta.dirname, 'tls', 'localhost.cert.pem');

/** A proxy that encrypts the connections of its clients, as a PostgreSQL server with `ssl = on` does. */
export interface SecureLine extends AsyncDisposable {
  /** The URL of the database through the proxy, without parameters. */
  readonly url: string;
  /** Breaks all connections with a reset, which clients see as an error. */
  reset(): void;
}

/** @param answer what the proxy answers to a client that asks for encryption: `S` goes on with it */
export async function aSecureLine(url: string, answer = 'S'): Promise<SecureLine> {
  const line = await aDatabaseLine(url);
  const [cert, key] = await Promise.all([
    readFile(LOCALHOST_CERTIFICATE),
    readFile(LOCALHOST_CERTIFICATE.replace('cert', 'key')),
  ]);
  const clients = new Set<Socket>();
  const server = createServer((raw) => {
    clients.add(raw.on('error', () => undefined).once('close', () => clients.delete(raw)));
    raw.once('data', () => {
      raw.write(answer);
      if (answer !== 'S') return;
      const open = new TLSSocket(raw, { isServer: true, cert, key });
      const outgoing = connect(Number(new URL(line.url).port), '127.0.0.1');
      for (const socket of [open, outgoing])
        socket.on('error', () => undefined).once('close', () => (open.destroy(), outgoing.destroy()));
      open.pipe(outgoing).pipe(open);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const own = new URL(line.url);
  own.hostname = 'localhost';
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    reset: () => clients.forEach((socket) => socket.resetAndDestroy()),
    async [Symbol.asyncDispose]() {
      for (const socket of clients) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await line[Symbol.asyncDispose]();
    },
  };
}
