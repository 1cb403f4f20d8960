import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aServer } from '#server/testing/a-server.ts';
import { expectSince } from '#server/testing/moments.ts';
import { prepareBody, prepareHead, sendPrepared } from './send-prepared.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const SMALL = Buffer.from('small: \u00e9\u0000\u00ff', 'latin1');
const LARGE = Buffer.alloc(3_000_000, 'large ');
/** More than the system buffers for a client that does not read. */
const HUGE = Buffer.alloc(30_000_000);
const BODIES: Record<string, Buffer> = { '/small': SMALL, '/middle': LARGE.subarray(0, 20_000), '/large': LARGE };

const bodyAt = (url = '') => (url === '/huge' ? HUGE : (BODIES[url] ?? Buffer.from(url)));

/** Sends a prepared response. */
const ready: Listener = (request, response) => {
  const bytes = bodyAt(request.url);
  const heads = [prepareHead(['Content-Length', String(bytes.length), 'X-One', '1']), prepareHead(['X-Two', '2'])];
  sendPrepared(request, response, { status: 200, heads, body: prepareBody(bytes) });
};

async function served(listener: Listener): Promise<Socket> {
  const { hostname, port } = new URL(await aServer(listener));
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

const request = (path: string, { method = 'GET', version = '1.1', headers = '' } = {}) =>
  `${method} ${path} HTTP/${version}\r\nHost: here\r\n${headers}\r\n`;

const LAST = { headers: 'Connection: close\r\n' };

/** Sends `requests` and returns everything that comes back until the server closes the connection. */
async function exchange(listener: Listener, requests: string): Promise<string> {
  const socket = await served(listener);
  socket.write(requests, 'latin1');
  return text(socket);
}

interface Answer {
  readonly startLine: string;
  readonly head: Record<string, string>;
  readonly body: string;
}

/** Splits the bytes into responses by their `Content-Length`. A response without one has no body. */
function answersIn(bytes: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = bytes; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [startLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const head: Record<string, string> = {};
    for (const line of lines) {
      const [name = '', value = ''] = line.split(': ', 2);
      head[name] = value;
    }
    const after = end + 4 + (startLine.includes('200') ? Number(head['Content-Length']) : 0);
    answers.push({ startLine, head, body: rest.slice(end + 4, after) });
    rest = rest.slice(after);
  }
  return answers;
}

describe('a prepared response', () => {
  it.each(Object.keys(BODIES))('%s is sent byte for byte, with its head, the request id and the date', async (path) => {
    const since = Date.now();
    const [straight, last] = answersIn(await exchange(ready, request(path) + request(path, LAST)));
    expect(straight?.startLine).toBe('HTTP/1.1 200 OK');
    expect(Buffer.from(straight?.body ?? '', 'latin1').equals(bodyAt(path))).toBe(true);
    expect(straight?.head).toMatchObject({ 'X-One': '1', 'X-Two': '2', 'X-Request-Id': expect.stringMatching(/^[\da-f-]{36}$/) });
    expectSince(since, straight?.head['Date']);
    expect(last?.head['X-Request-Id']).not.toBe(straight?.head['X-Request-Id']);
  });

  it('is the same as what Node sends, where Node is not bypassed', async () => {
    const past = answersIn(await exchange(ready, request('/small') + request('/small', LAST)))[0];
    const withHeaderSet: Listener = (incoming, response) => {
      response.setHeader('X-Two', 'before');
      ready(incoming, response);
    };
    const through = answersIn(await exchange(withHeaderSet, request('/small') + request('/small', LAST)))[0];
    const varies = { 'X-Request-Id': '', Date: '' };
    expect({ ...past, head: { ...past?.head, ...varies } }).toEqual({ ...through, head: { ...through?.head, ...varies } });
  });

  it('keeps the order of pipelined requests', async () => {
    const paths = ['/large', '/small', '/a', '/middle', '/b'];
    const answers = answersIn(await exchange(ready, paths.map((path) => request(path)).join('') + request('/end', LAST)));
    expect(answers.map(({ body }) => body.slice(0, 10))).toEqual(
      [...paths, '/end'].map((path) => bodyAt(path).toString('latin1').slice(0, 10)),
    );
  });

  it('has no body for HEAD, but states its length', async () => {
    const bytes = await exchange(ready, request('/small', { method: 'HEAD', ...LAST }));
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bytes).toContain(`Content-Length: ${SMALL.length}\r\n`);
    expect(bytes.endsWith('\r\n\r\n')).toBe(true);
    const onward = await exchange(ready, request('/small', { method: 'HEAD' }) + request('/a', LAST));
    expect(onward.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('may be a 304', async () => {
    const unchanged: Listener = (incoming, response) =>
      sendPrepared(incoming, response, { status: 304, heads: [prepareHead(['ETag', '"x"'])] });
    const [first, second] = answersIn(await exchange(unchanged, request('/') + request('/', LAST)));
    expect(first).toMatchObject({ startLine: 'HTTP/1.1 304 Not Modified', head: { ETag: '"x"' }, body: '' });
    expect(second?.startLine).toBe('HTTP/1.1 304 Not Modified');
  });

  it.each([
    ['an HTTP/1.0 client', { version: '1.0' }],
    ['a client that asks to close it', LAST],
  ])('ends the connection for %s', async (_who, wish) => {
    const [answer, ...more] = answersIn(await exchange(ready, request('/small', wish)));
    expect(answer?.body).toBe(SMALL.toString('latin1'));
    expect(answer?.head['Connection']).toBe('close');
    expect(more).toEqual([]);
  });

  it('skips the body of a request if nothing reads it', async () => {
    const withBody = `${request('/small', { headers: 'Content-Length: 5\r\n' })}12345`;
    const answers = answersIn(await exchange(ready, withBody + request('/end', LAST)));
    expect(answers.map(({ body }) => body)).toEqual([SMALL.toString('latin1'), '/end']);
  });
});

describe('the response object of a prepared response', () => {
  /** The events of the response until it is closed. */
  async function eventsOf(path: string, read: (socket: Socket) => void): Promise<string[]> {
    const closed = Promise.withResolvers<undefined>();
    const events: string[] = [];
    const socket = await served((incoming, response) => {
      response.on('finish', () => events.push('finish'));
      response.on('close', () => closed.resolve(void events.push('close')));
      ready(incoming, response);
    });
    socket.write(request(path));
    read(socket);
    await closed.promise;
    return events;
  }

  it.each(Object.keys(BODIES))('finishes when %s has been sent, and closes', async (path) => {
    expect(await eventsOf(path, (socket) => socket.resume())).toEqual(['finish', 'close']);
  });

  it('closes without finishing when the client disconnects midway', async () => {
    expect(await eventsOf('/huge', (socket) => socket.once('data', () => socket.destroy()))).toEqual(['close']);
  });
});

describe('a prepared head', () => {
  it.each([
    ['a line end in a value', ['X-A', 'b\r\nX-C: d']],
    ['a line end in a name', ['X-A\r\nX-C', 'b']],
    ['a character beyond Latin-1', ['X-A', '\u8868']],
  ])('is refused for %s', (_what, head) => {
    expect(() => prepareHead(head)).toThrow(TypeError);
  });
});
