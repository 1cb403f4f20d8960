import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { aServer } from '#server/testing/a-server.ts';
import { createHttpServer } from './http-server.ts';

/** Sends `first`, then `garbage` as soon as the server has begun to answer. Returns everything that came back. */
async function afterTheBeginning(address: string, first: string, garbage: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(first);
  socket.once('data', () => socket.write(garbage));
  return text(socket);
}

const head = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('a refusal is never written into a response that has begun', async () => {
  const address = await aServer((_request, response) => void response.writeHead(200).write('the beginning'));
  const came = await afterTheBeginning(address, head, 'this is no HTTP\r\n\r\n');
  expect(came).toContain('the beginning');
  expect(came).not.toContain('VALIDATION_FAILED');
});

it('a refusal is not written while two requests wait, because it would be read as the response to the first', async () => {
  let waiting = 0;
  const address = await aServer(() => void (waiting += 1));
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined).write(`${head}${head}this is no HTTP\r\n\r\n`);
  expect([await text(socket), waiting]).toEqual(['', 2]);
});

it('the head of a request must arrive within 30 seconds; the whole request has no time limit', () => {
  const { headersTimeout, requestTimeout } = createHttpServer(() => undefined);
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 0]);
});

it('an idle connection is kept longer than proxies keep theirs, and longer than the client is told', () => {
  const { keepAliveTimeout, keepAliveTimeoutBuffer } = createHttpServer(() => undefined);
  expect([keepAliveTimeout, keepAliveTimeoutBuffer]).toEqual([65_000, 15_000]);
});

it('data that is not valid HTTP is refused with the error envelope, also after complete responses', async () => {
  const address = await aServer((_request, response) => void response.end('whole'));
  const came = await afterTheBeginning(address, head, 'this is no HTTP\r\n\r\n');
  expect(came).toContain('whole');
  expect(came).toMatch(/HTTP\/1\.1 400 Bad Request\r\n.*"code":"VALIDATION_FAILED"/s);
});
