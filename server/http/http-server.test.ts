import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { aServer } from '#server/testing/a-server.ts';
import { createHttpServer } from './http-server.ts';

/** Sends `first`, then `garbage` as soon as the server has begun to answer; all that came back. */
async function afterTheBeginning(address: string, first: string, garbage: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(first);
  socket.once('data', () => socket.write(garbage));
  return text(socket);
}

const head = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('a refusal is never written into an answer that has begun', async () => {
  const address = await aServer((_request, response) => void response.writeHead(200).write('the beginning'));
  const came = await afterTheBeginning(address, head, 'this is no HTTP\r\n\r\n');
  expect(came).toContain('the beginning');
  expect(came).not.toContain('VALIDATION_FAILED');
});

it('nor where two requests wait for their answers: it would be taken for the first one’s', async () => {
  let waiting = 0;
  const address = await aServer(() => void (waiting += 1));
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined).write(`${head}${head}this is no HTTP\r\n\r\n`);
  expect([await text(socket), waiting]).toEqual(['', 2]);
});

it('a head has to come within half a minute, though a whole request may take as long as it likes', () => {
  const { headersTimeout, requestTimeout } = createHttpServer(() => undefined);
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 0]);
});

it('what is hardly HTTP is refused in the envelope, on a connection whose answers are whole, too', async () => {
  const address = await aServer((_request, response) => void response.end('whole'));
  const came = await afterTheBeginning(address, head, 'this is no HTTP\r\n\r\n');
  expect(came).toContain('whole');
  expect(came).toMatch(/HTTP\/1\.1 400 Bad Request\r\n.*"code":"VALIDATION_FAILED"/s);
});
