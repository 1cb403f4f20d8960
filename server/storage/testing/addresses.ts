import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aServer } from '#server/testing/a-server.ts';

/** An address whose server has just closed. */
export async function aClosedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** Handles a request itself and returns true, or returns false to pass it to the real store. */
export type Meddler = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy in front of the real store. `damage` can change each chunk of a request's body. */
export async function aProxy(target: string, meddle: Meddler, damage = (piece: Buffer): Buffer => piece): Promise<string> {
  return aServer((incoming, response) => {
    if (meddle(incoming, response)) return;
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', target), { method: method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.on('data', (piece: Buffer) => onward.write(damage(piece)));
    incoming.on('end', () => onward.end());
  });
}

/** An error response in the form of S3. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
