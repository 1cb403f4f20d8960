import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { aServer } from '#server/testing/a-server.ts';
import { MIB } from '#shared/limits.ts';
import { errorHandler } from './envelope.ts';
import { readJsonBody } from './json-body.ts';
import { type Route, routeTable } from './routes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const MAX_BYTES = 5 * MIB;

/** A server that reads a body and answers with its length. `reading` resolves when that many bodies have begun. */
async function aReader() {
  let begun = 0;
  let wake = () => undefined as void;
  const app = express();
  const handler: Route['handler'] = async (request, response) => {
    begun += 1;
    setImmediate(() => wake());
    response.json({ length: (await readJsonBody(request, response, MAX_BYTES)).source.length });
  };
  app.use(routeTable([{ method: 'post', path: '/', handler }]));
  app.use(errorHandler(createLog('silent')));
  const address = await aServer(app);
  const reading = (count: number) =>
    new Promise<void>((resolve) => {
      wake = () => begun >= count && resolve();
      wake();
    });
  return { address, reading };
}

function begin(address: string, length: number, headers: readonly string[] = []): Socket {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const lines = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Content-Length: ${length}`, ...headers];
  socket.on('error', () => undefined).write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

it('a body that stalls for thirty seconds is given up', async () => {
  const { address, reading } = await aReader();
  const socket = begin(address, 100);
  const came = text(socket).catch(() => '');
  await reading(1);
  vi.advanceTimersByTime(29_999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await came).toBe('');
});

it('a body that keeps arriving is waited for, but not for ever', async () => {
  const { address, reading } = await aReader();
  const [honest, endless] = [begin(address, 12), begin(address, 1_000_000)];
  const [answer, nothing] = [text(honest), text(endless).catch(() => '')];
  await reading(2);
  for (const letter of '{"body":""') {
    vi.advanceTimersByTime(25_000);
    await Promise.all([honest, endless].map((socket) => new Promise((resolve) => socket.write(letter, resolve))));
    // The server runs in the same process: it has read what was written after these turns of the event loop.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  honest.write('} ');
  honest.end();
  expect(await answer).toContain('{"length":12}');
  vi.advanceTimersByTime(25_000);
  await new Promise((resolve) => endless.write(' ', resolve));
  await new Promise(setImmediate);
  vi.advanceTimersByTime(25_000);
  expect(await nothing).toBe('');
});

it('the bodies that one address has under way are limited, whatever sizes it announces', async () => {
  const { address, reading } = await aReader();
  // Compressed bodies count as the largest size that they may have.
  const packed = gzipSync('{}');
  const open = Array.from({ length: 3 }, () => begin(address, packed.length, ['Content-Encoding: gzip']));
  await reading(3);
  const refused = begin(address, packed.length, ['Content-Encoding: gzip', 'Connection: close']);
  expect(await text(refused)).toMatch(/^HTTP\/1\.1 503 .*"code":"UNAVAILABLE"/s);
  for (const socket of open) socket.destroy();
  await Promise.all(open.map((socket) => once(socket, 'close')));
  const next = (): Promise<string> => {
    const socket = begin(address, packed.length, ['Content-Encoding: gzip', 'Connection: close']);
    socket.write(packed);
    return text(socket);
  };
  await expect.poll(next).toContain('{"length":2}');
});
