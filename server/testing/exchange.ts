import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { callerHeader } from './statement-log.ts';

export interface Question {
  readonly method?: string;
  /** Sent unchanged, without normalization or escaping. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string | Readable;
  readonly agent?: Agent;
}

/** A response as it was received, without decompression. */
export interface Answer {
  /** What it is the answer to. */
  readonly asked?: Pick<Question, 'method' | 'path'>;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed JSON; undefined if there is none. */
  readonly body: unknown;
}

/** Sends one HTTP request to the server at `address`. Rejects if the connection breaks before the response is complete. */
export async function exchange(address: string, { method = 'GET', path, headers = {}, body, agent }: Question): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const named = { ...callerHeader(), ...headers };
  const outgoing = request({ host: hostname, port, method, path, headers: named, ...(agent && { agent }) });
  const answered = new Promise<Answer>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const { statusCode = 0, headers: received } = incoming;
      buffer(incoming).then((bytes) => resolve({ asked: { method, path }, ...toAnswer(statusCode, received, bytes) }), reject);
    });
  });
  if (body instanceof Readable) {
    // A server that refuses early stops reading. The response counts, not the error of the broken pipe.
    pipeline(body, outgoing).catch(() => undefined);
  } else {
    outgoing.end(body);
  }
  return answered;
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString();
  const isJson =
    headers['content-type']?.startsWith('application/json') === true &&
    bytes.length > 0 &&
    headers['content-encoding'] === undefined;
  return { status, headers, bytes, text, body: isJson ? JSON.parse(text) : undefined };
}
