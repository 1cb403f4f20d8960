import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gate } from '../src/gate.ts';

let gate: Gate;
beforeAll(async () => {
  gate = await Gate.open('http://127.0.0.1:9/play/token/', 1000);
});
afterAll(() => gate.close());

async function send(head: string) {
  const socket = connect(Number(new URL(gate.address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: elsewhere\r\n`);
  return socket;
}

describe.each([
  ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1'],
  ['a WebSocket', 'GET http://127.0.0.1:9/play/token/socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket'],
  ['another host', 'GET http://elsewhere/ HTTP/1.1\r\nConnection: close'],
])('a request for %s', (_, head) => {
  it('is refused', async () => {
    const socket = await send(head);
    socket.write('\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('may be reset by the browser at any moment', async () => {
    for (let at = 0; at < 20; at += 1) {
      const socket = await send(head);
      socket.write('\r\n', () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    // An error that no one handles fails the test run.
    const socket = await send(head);
    socket.write('\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});
