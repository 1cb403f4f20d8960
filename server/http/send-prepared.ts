import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { KIB } from '#shared/limits.ts';
import { KEEP_ALIVE_MILLISECONDS } from './http-server.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';

/** Names and values in turn, as `writeHead` takes them. */
export type Head = readonly string[];

/** Part of a head, checked and written out once for many answers. */
export interface PreparedHead {
  readonly head: Head;
  /** As it goes out, with the line end behind each header. */
  readonly text: string;
}

/** @throws TypeError where Node would not send it, line ends in a value above all */
export function prepareHead(head: Head): PreparedHead {
  let text = '';
  for (let at = 0; at < head.length; at += 2) {
    const [name = '', value = ''] = [head[at], head[at + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return { head, text: flat(text) };
}

/** In one piece: what was joined stays a tree of its parts, to be walked each time that it goes out. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** A small one is kept as text, a character to a byte: in one piece with its head it costs Node far less to send. */
export type PreparedBody = string | Uint8Array;

/** With a head it stays below the 16 KiB that Node sends off without allocating memory for it. */
const SMALL_BYTES = 12 * KIB;

export function prepareBody(bytes: Uint8Array): PreparedBody {
  return bytes.length > SMALL_BYTES ? bytes : Buffer.from(bytes).toString('latin1');
}

interface Answer {
  readonly status: 200 | 304;
  /** In their order; the request's id is added. */
  readonly heads: readonly PreparedHead[];
  readonly body?: PreparedBody;
}

/**
 * Sends an answer that lies ready. Node checks, joins and encodes every header of every answer anew, which costs more than all
 * else that is to be done for a small one; where nothing speaks against it this goes past that, straight to the
 * connection. Otherwise it is `writeHead` and `end`. Either way the response emits `finish` and `close` as any does.
 */
export function sendPrepared(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const body = request.method === 'HEAD' ? undefined : answer.body;
  if (!goesStraight(request, response)) {
    const head = answer.heads.flatMap((each) => each.head);
    response.writeHead(answer.status, [...head, REQUEST_ID, requestIdOf(response)]).end(body, 'latin1');
    return;
  }
  const { socket } = response;
  let text = START_LINES[answer.status];
  for (const each of answer.heads) text += each.text;
  text += `${REQUEST_ID}: ${requestIdOf(response)}\r\nDate: ${dateNow()}\r\n${STAYS_OPEN}\r\n`;
  // It is `finish` that makes Node's server go on to the next request of the connection.
  const sent = (fault?: Error | null) => {
    if (!fault) response.emit('finish');
  };
  if (typeof body !== 'object') return void socket.write(text + (body ?? ''), 'latin1', sent);
  socket.cork();
  socket.write(text, 'latin1');
  socket.write(body, sent);
  socket.uncork();
}

type OnConnection = ServerResponse & { readonly socket: Socket };

/**
 * Not while an earlier answer of the connection is still under way (it has no connection yet), not for a client that knows
 * HTTP/1.0 alone or wants to be left afterwards, and not where a header was set before.
 */
function goesStraight(request: IncomingMessage, response: ServerResponse): response is OnConnection {
  const staysOpen = request.httpVersion === '1.1' && response.shouldKeepAlive;
  return staysOpen && response.socket !== null && !response.headersSent && response.getHeaderNames().length === 0;
}

const START_LINES = { 200: startLine(200), 304: startLine(304) };
/** As Node says it of its own answers. */
const STAYS_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(KEEP_ALIVE_MILLISECONDS / 1000)}\r\n`;

function startLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

let date = '';
let dateOfSecond = 0;

/** For `Date`: it changes once a second. */
function dateNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== dateOfSecond) [date, dateOfSecond] = [new Date(now).toUTCString(), second];
  return date;
}
