import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { aServer } from '#server/testing/a-server.ts';
import { loggablePath, logRequest } from './access-log.ts';
import { sendPrepared } from './send-prepared.ts';

describe('a path in the log', () => {
  it.each([
    ['/api/decks', '/api/decks'],
    ['/api/decks?query=private', '/api/decks'],
    ['/join#token', '/join'],
    ['/play/secret/slides/1.html', '/play/…'],
    ['/play/secret', '/play/…'],
    ['/PLAY/secret/x', '/play/…'],
    ['http://host/play/secret/x', '/play/…'],
    ['HTTPS://user@host:80/play/secret/x?y', '/play/…'],
    ['http://host', ''],
    ['/s/secret', '/s/…'],
    ['/embed/secret?x', '/embed/…'],
    ['/api/shared/secret', '/api/shared/…'],
    ['/API/Shared/secret/visits/an-id', '/API/Shared/…/visits/an-id'],
    ['//play/secret', '//play/secret'],
    ['*', '*'],
    ['', ''],
  ])('for %s is %s', (url, expected) => {
    expect(loggablePath(url)).toBe(expected);
  });
});

describe('the log line of a request', () => {
  /** The log line for a request that is handled by `answer` and whose response is read by `read`. */
  async function lineOf(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    read: (incoming: IncomingMessage) => void,
  ): Promise<unknown> {
    const line = Promise.withResolvers<unknown>();
    const log = pino({ base: null, timestamp: false }, { write: (text) => line.resolve(JSON.parse(text)) });
    const address = await aServer((request, response) => {
      logRequest(request, response, log);
      answer(request, response);
    });
    get(`${address}/play/secret/x`, { agent: false }, read).on('error', () => 'it may well be broken off');
    return line.promise;
  }
  const HUGE = Buffer.alloc(30_000_000);
  const prepared = (body: string | Buffer) => (request: IncomingMessage, response: ServerResponse) =>
    sendPrepared(request, response, { status: 200, heads: [], body });

  it.each([
    ['by Node', (_request: IncomingMessage, response: ServerResponse) => void response.end('x')],
    ['by sendPrepared', prepared('x')],
  ])('records what was answered %s', async (_how, answer) => {
    expect(await lineOf(answer, (incoming) => incoming.resume())).toEqual({
      level: 30,
      requestId: expect.any(String),
      method: 'GET',
      path: '/play/…',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'request',
    });
  });

  it.each([
    ['while Node answered', (_request: IncomingMessage, response: ServerResponse) => void response.end(HUGE)],
    ['while sendPrepared answered', prepared(HUGE)],
  ])('records that the request was aborted %s', async (_how, answer) => {
    expect(await lineOf(answer, (incoming) => incoming.destroy())).toMatchObject({ status: 200, aborted: true });
  });
});
