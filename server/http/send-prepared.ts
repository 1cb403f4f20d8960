import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { KIB } from '#shared/limits.ts';
import { KEEP_ALIVE_MILLISECONDS } from './http-server.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';

/** Names and values alternate, as `writeHead` takes them. */
export type Head = readonly string[];

/** Part of a head, validated and serialized once for many responses. */
export interface PreparedHead {
  readonly head: Head;
  /** As it is sent, with a line end after each header. */
  readonly text: string;
}

/** @throws TypeError where Node would refuse it, in particular for line ends in a value */
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

/** Copies a concatenated string into one piece. Otherwise V8 keeps it as a tree, which is walked each time it is sent. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** A small body is kept as text, one character per byte: Node sends it together with its head, which costs much less. */
export type PreparedBody = string | Uint8Array;

/** Together with a head this stays below 16 KiB, up to which Node sends without allocating memory. */
const SMALL_BYTES = 12 * KIB;

export function prepareBody(bytes: Uint8Array): PreparedBody {
  return bytes.length > SMALL_BYTES ? bytes : Buffer.from(bytes).toString('latin1');
}

interface Answer {
  readonly status: 200 | 304;
  /** Sent in this order. The request id is added. */
  readonly heads: readonly PreparedHead[];
  readonly body?: PreparedBody;
}

/**
 * Sends a prepared response. Node validates, joins and encodes every header of every response, which for a small one costs more
 * than the rest of the work. Where possible this bypasses it and writes directly to the connection; otherwise it calls `writeHead`
 * and `end`. Either way the response emits `finish` and `close` as usual.
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
  // On `finish` Node's server goes on to the next request of the connection.
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
 * False while an earlier response of the connection is unfinished (this response has no socket yet), for HTTP/1.0 clients, for
 * clients that ask to close the connection, and when a header was set before.
 */
function goesStraight(request: IncomingMessage, response: ServerResponse): response is OnConnection {
  const staysOpen = request.httpVersion === '1.1' && response.shouldKeepAlive;
  return staysOpen && response.socket !== null && !response.headersSent && response.getHeaderNames().length === 0;
}

const START_LINES = { 200: startLine(200), 304: startLine(304) };
/** The same headers that Node adds to its own responses. */
const STAYS_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(KEEP_ALIVE_MILLISECONDS / 1000)}\r\n`;

function startLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

let date = '';
let dateOfSecond = 0;

/** The value of `Date`, which changes once a second. */
function dateNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== dateOfSecond) [date, dateOfSecond] = [new Date(now).toUTCString(), second];
  return date;
}
